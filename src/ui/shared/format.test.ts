import { expect, it } from "vitest";
import { formatBytes, formatBytesOf, formatDuration, formatRate } from "./format.ts";

it.each([
  [0, "0 bytes"],
  [1500, "2 kB"],
  [98_000_000, "98 MB"],
  [999_600_000, "1 GB"],
  [1_340_000_000, "1.3 GB"],
  [31_000_000_000, "31 GB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it("says a shared unit once", () => {
  const of = (a: string, b: string) => `${a} of ${b}`;
  expect(formatBytesOf(41e6, 98e6, of)).toBe("41 of 98 MB");
  expect(formatBytesOf(0, 98e6, of)).toBe("0 of 98 MB");
  expect(formatBytesOf(900e6, 1.3e9, of)).toBe("900 MB of 1.3 GB");
});

it.each([
  [12, "12 ms"],
  [1400, "1.4 s"],
  [12_000, "12 s"],
  [300_000, "5 min"],
  [7_200_000, "2 h"],
])("%d ms are %s", (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

it("rates show a digit after the point while it matters", () => {
  expect([4.21, 38.2].map(formatRate)).toEqual(["4.2", "38"]);
});
