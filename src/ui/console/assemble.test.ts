import { expect, it } from "vitest";
import { assemble } from "./assemble.ts";

const delta = (index: number, value: object) => ({ choices: [{ index, delta: value }] });

it("joins the deltas of each choice", () => {
  const chunks = [
    delta(0, { role: "assistant", content: "" }),
    delta(0, { content: "a" }),
    delta(1, { content: "x" }),
    delta(0, { content: "b" }),
  ];
  expect(assemble(chunks)).toEqual({ texts: ["ab", "x"], calls: [], error: null });
});

it("joins the arguments of function calls", () => {
  const call = (value: object) => delta(0, { tool_calls: [{ index: 0, ...value }] });
  expect(
    assemble([
      call({ id: "1", function: { name: "f", arguments: "" } }),
      call({ function: { arguments: '{"a":' } }),
      call({ function: { arguments: "1}" } }),
    ]).calls,
  ).toEqual(['f({"a":1})']);
});

it("reads completions, whole answers and the Responses API", () => {
  expect(
    assemble([{ choices: [{ index: 0, text: "a" }] }, { choices: [{ index: 0, text: "b" }] }])
      .texts,
  ).toEqual(["ab"]);
  expect(assemble([{ choices: [{ index: 0, message: { content: "hello" } }] }]).texts).toEqual([
    "hello",
  ]);
  expect(
    assemble([
      { type: "response.output_text.delta", delta: "hi" },
      { type: "response.output_text.done", text: "hi" },
    ]).texts,
  ).toEqual(["hi"]);
});

it("says an error, and nothing about what it does not know", () => {
  expect(assemble([{ error: { message: "no" } }]).error).toBe("no");
  expect(assemble([null, 7, "[DONE]", {}, { choices: [{}] }])).toEqual({
    texts: [],
    calls: [],
    error: null,
  });
});
