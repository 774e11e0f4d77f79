import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UnreadBytes } from "./unread-bytes.ts";

const MB = 1024 * 1024;

describe("bytes that nobody has read yet", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("are kept for a reader that takes some of them now and then", () => {
    const bytes = new UnreadBytes();
    expect(bytes.add(10 * MB, 10 * MB)).toBe(false);
    for (let waiting = 11; waiting < 60; waiting++) {
      vi.advanceTimersByTime(1_900);
      expect(bytes.add(2 * MB, waiting * MB)).toBe(false);
    }
  });

  it("are given up when there are many, and nothing is taken for two seconds", () => {
    const bytes = new UnreadBytes();
    expect(bytes.add(20 * MB, 20 * MB)).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(bytes.add(MB, 21 * MB)).toBe(false);
    vi.advanceTimersByTime(1_001);
    expect(bytes.add(MB, 22 * MB)).toBe(true);
  });

  it("may wait for ever while they are few", () => {
    const bytes = new UnreadBytes();
    for (let waiting = 1; waiting <= 8; waiting++) {
      vi.advanceTimersByTime(60_000);
      expect(bytes.add(MB, waiting * MB)).toBe(false);
    }
    expect(bytes.add(MB, 9 * MB)).toBe(false);
  });

  it("are given up beyond 64 MiB, even if some are taken", () => {
    const bytes = new UnreadBytes();
    expect(bytes.add(80 * MB, 64 * MB)).toBe(false);
    expect(bytes.add(2 * MB, 65 * MB)).toBe(true);
  });
});
