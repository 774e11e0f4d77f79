import type { Conversation } from "../state/conversation.ts";

export type DateGroup = "today" | "yesterday" | "week" | "month" | "older";

const day = 24 * 60 * 60 * 1000;

function groupOf(time: number, midnight: number): DateGroup {
  if (time >= midnight) return "today";
  if (time >= midnight - day) return "yesterday";
  if (time >= midnight - 6 * day) return "week";
  if (time >= midnight - 29 * day) return "month";
  return "older";
}

/** Conversations, newest first, under the time they were last used. Empty groups are left out. */
export function groupByDate(
  list: readonly Conversation[],
  now = Date.now(),
): readonly (readonly [DateGroup, readonly Conversation[]])[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const groups = new Map<DateGroup, Conversation[]>();
  for (const one of list) {
    const group = groupOf(one.updated, midnight);
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return [...groups];
}
