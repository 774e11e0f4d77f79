import { describe, expect, it } from "vitest";
import { type AnswerChunk, applyChunk, endAnswer, type RunningAnswer } from "./answer.ts";

const start: RunningAnswer = {
  turn: {
    role: "assistant",
    id: "1",
    text: "",
    created: 0,
    model: "M",
    toolCalls: [],
    json: false,
    ending: "running",
    figures: {
      firstTokenMs: null,
      tokensPerSecond: null,
      promptTokens: null,
      completionTokens: null,
      contextLength: 2048,
    },
    fault: null,
  },
  clock: { sent: 100, first: null, last: null, pieces: 0 },
};

const say = (content: string): AnswerChunk => ({ choices: [{ delta: { content } }] });
const finish = (reason: string): AnswerChunk => ({
  choices: [{ delta: {}, finish_reason: reason }],
});

function after(...chunks: readonly AnswerChunk[]): RunningAnswer {
  return chunks.reduce((answer, chunk, at) => applyChunk(answer, chunk, 200 + at * 100), start);
}

describe("an answer", () => {
  it("grows by its deltas and measures itself", () => {
    const done = after(say(""), say("a"), say("b"), say("c"), finish("stop"), {
      choices: [],
      usage: { prompt_tokens: 7, completion_tokens: 3 },
    });
    expect(done.turn).toMatchObject({ text: "abc", ending: "stop" });
    expect(done.turn.figures).toEqual({
      firstTokenMs: 200,
      tokensPerSecond: 10,
      promptTokens: 7,
      completionTokens: 3,
      contextLength: 2048,
    });
  });

  it("says why it ended", () => {
    expect(after(say("a"), finish("length")).turn.ending).toBe("length");
    expect(after(finish("tool_calls")).turn.ending).toBe("tool-calls");
    expect(after(finish("something new")).turn.ending).toBe("stop");
  });

  it("joins function calls by their index", () => {
    const call = (value: object): AnswerChunk => ({
      choices: [{ delta: { tool_calls: [{ index: 0, ...value }] } }],
    });
    const done = after(
      call({ id: "c", function: { name: "f", arguments: "" } }),
      call({ function: { arguments: '{"a"' } }),
      call({ function: { arguments: ":1}" } }),
    );
    expect(done.turn.toolCalls).toEqual([{ id: "c", name: "f", arguments: '{"a":1}' }]);
  });

  it("counts pieces for tokens when it was stopped before its usage came", () => {
    const ended = endAnswer(after(say("a"), say("b"), say("c")), "stopped");
    expect(ended).toMatchObject({
      ending: "stopped",
      text: "abc",
      figures: { completionTokens: null, promptTokens: null, tokensPerSecond: 10 },
    });
  });

  it("keeps its text and its fault when it fails", () => {
    const fault = { message: "lost", code: "device_lost", status: null };
    expect(endAnswer(after(say("a")), "failed", fault)).toMatchObject({ text: "a", fault });
  });

  it("measures no time for what was sent before the page was there", () => {
    const resumed = { ...start, clock: { ...start.clock, sent: null } };
    const done = [
      say("a"),
      say("b"),
      say("c"),
      { usage: { prompt_tokens: 1, completion_tokens: 3 } },
    ].reduce((answer: RunningAnswer, chunk) => applyChunk(answer, chunk, 5), resumed);
    expect(done.turn.figures).toMatchObject({
      firstTokenMs: null,
      tokensPerSecond: null,
      completionTokens: 3,
    });
  });
});
