import { expect, it } from "vitest";
import { splitThinking } from "./split-thinking.ts";

it.each([
  ["Hello", null, "Hello"],
  ["a <think>b</think>", null, "a <think>b</think>"],
  ["<think>\nHm", "Hm", ""],
  ["<think>Hm\n</think>\n\nYes", "Hm", "Yes"],
  ["<think></think>Yes", "", "Yes"],
])("%j", (text, thoughts, answer) => {
  expect(splitThinking(text)).toEqual({ thoughts, answer });
});
