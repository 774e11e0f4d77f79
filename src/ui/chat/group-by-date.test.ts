import { expect, it } from "vitest";
import type { Conversation } from "../state/conversation.ts";
import { groupByDate } from "./group-by-date.ts";

const now = new Date(2026, 10, 30, 9, 30).getTime();
const hours = (count: number) => now - count * 3_600_000;
const at = (updated: number): Conversation => ({
  id: String(updated),
  title: "",
  named: false,
  created: 0,
  updated,
  options: {},
});

it("puts conversations under the time they were last used", () => {
  const times = [
    hours(-1),
    hours(9),
    hours(10),
    hours(33),
    hours(34),
    hours(24 * 6),
    hours(24 * 20),
    hours(24 * 40),
  ];
  expect(groupByDate(times.map(at), now).map(([group, list]) => [group, list.length])).toEqual([
    ["today", 2],
    ["yesterday", 2],
    ["week", 2],
    ["month", 1],
    ["older", 1],
  ]);
});

it("has no groups for an empty list", () => {
  expect(groupByDate([], now)).toEqual([]);
});
