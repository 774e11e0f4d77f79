import { describe, expect, it } from "vitest";

import type { GenerateEvent, TokenLogprob } from "../../engine/job.ts";
import { choice, FakeEngine, run, say } from "../testing/fake-engine.ts";
import { framesOf, MODEL, send, testContext } from "../testing/test-client.ts";
import type { Completion } from "./completion-types.ts";

const complete = (engine: FakeEngine, fields: object): Promise<Response> =>
  send(testContext(engine), "POST", "/v1/completions", { model: MODEL, prompt: "Once", ...fields });

async function whole(engine: FakeEngine, fields: object = {}): Promise<Completion> {
  const response = await complete(engine, fields);
  expect(response.status).toBe(200);
  return (await response.json()) as Completion;
}

async function frames(engine: FakeEngine, fields: object = {}): Promise<readonly Completion[]> {
  const response = await complete(engine, { ...fields, stream: true });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const text = await response.text();
  expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  return framesOf<Completion>(text);
}

const token = (text: string, logprob: number): TokenLogprob => ({
  token: text,
  logprob,
  bytes: [...new TextEncoder().encode(text)],
  top: [
    { token: text, logprob, bytes: [] },
    { token: "?", logprob: logprob - 1, bytes: [] },
  ],
});
const text = (index: number, piece: string, logprob = -1): GenerateEvent => ({
  type: "text",
  index,
  text: piece,
  logprobs: [token(piece, logprob)],
});
const finish = (index: number): GenerateEvent => ({ type: "finish", index, reason: "length" });

describe("text completions", () => {
  it("end each choice of a stream with an empty text and the reason", async () => {
    const chunks = await frames(new FakeEngine(() => say([" a", " time"], "length")), {
      stream_options: { include_usage: true },
    });
    expect(chunks.map(({ choices }) => choices)).toEqual([
      [{ index: 0, text: " a", logprobs: null, finish_reason: null }],
      [{ index: 0, text: " time", logprobs: null, finish_reason: null }],
      [{ index: 0, text: "", logprobs: null, finish_reason: "length" }],
      [],
    ]);
    expect(chunks.map(({ usage }) => usage?.total_tokens ?? null)).toEqual([null, null, null, 12]);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  it("have one index for each prompt and choice, in order", async () => {
    const engine = new FakeEngine((_, number) =>
      run([...choice(0, [`${number}a`]), ...choice(1, [`${number}b`])]),
    );
    const body = { prompt: ["x", "y"], n: 2 };
    const { choices, usage } = await whole(engine, body);
    expect(choices.map((item) => [item.index, item.text])).toEqual([
      [0, "0a"],
      [1, "0b"],
      [2, "1a"],
      [3, "1b"],
    ]);
    expect(usage).toMatchObject({ prompt_tokens: 20, completion_tokens: 4, total_tokens: 24 });
    expect(engine.jobs.map((job) => job.prompt)).toEqual([
      { type: "text", text: "x" },
      { type: "text", text: "y" },
    ]);
    const streamed = await frames(new FakeEngine(engine.script), body);
    expect(
      streamed.flatMap((chunk) => chunk.choices).filter((item) => item.finish_reason),
    ).toHaveLength(4);
  });

  it("of a list are refused as a whole, or stop within the one at work", async () => {
    const engine = new FakeEngine(() => [...run([text(0, "a"), finish(0)]).slice(0, 2), "hang"]);
    const body = { model: MODEL, prompt: ["x", "y", "z"] };
    const response = await send(testContext(engine), "POST", "/v1/completions", body);
    expect(response.status).toBe(200);
    await response.body?.cancel();
    expect(engine.jobs).toMatchObject([{ following: [{ text: "y" }, { text: "z" }] }]);
    expect(engine.aborted).toHaveLength(1);
  });

  it("A51: have logprobs as parallel lists", async () => {
    const engine = new FakeEngine(() => run([text(0, " a"), text(0, " time", -2), finish(0)]));
    const { choices } = await whole(engine, { logprobs: 2 });
    const logprobs = {
      tokens: [" a", " time"],
      token_logprobs: [-1, -2],
      top_logprobs: [
        { " a": -1, "?": -2 },
        { " time": -2, "?": -3 },
      ],
      text_offset: [4, 6],
    };
    expect(choices[0]?.logprobs).toEqual(logprobs);
    const streamed = (await frames(engine, { logprobs: 2 })).flatMap((chunk) => chunk.choices);
    for (const key of ["tokens", "token_logprobs", "top_logprobs", "text_offset"] as const) {
      expect(streamed.flatMap((item): unknown[] => item.logprobs?.[key] ?? [])).toEqual(
        logprobs[key],
      );
    }
    expect(engine.jobs[0]).toMatchObject({ logprobs: 2, promptLogprobs: false });
  });

  it("have offsets in their text, and the chosen token among the likeliest", async () => {
    const half = (bytes: readonly number[], spelled: string): TokenLogprob => ({
      token: spelled,
      bytes,
      logprob: -1,
      top: [{ token: "?", bytes: [63], logprob: -0.5 }],
    });
    const halves = [half([0xe6, 0x97], "bytes:\\xe6\\x97"), half([0xa5], "bytes:\\xa5")];
    const engine = new FakeEngine(() =>
      run([
        text(0, "😀"),
        { type: "text", index: 0, text: "日", logprobs: halves },
        text(0, "!"),
        finish(0),
      ]),
    );
    const offsets = [4, 6, 6, 7];
    const { choices } = await whole(engine, { logprobs: 1 });
    expect(choices[0]?.logprobs?.text_offset).toEqual(offsets);
    expect(choices[0]?.logprobs?.top_logprobs?.[2]).toEqual({ "?": -0.5, "bytes:\\xa5": -1 });
    const streamed = (await frames(engine, { logprobs: 1 })).flatMap((chunk) => chunk.choices);
    expect(streamed.flatMap((item) => item.logprobs?.text_offset ?? [])).toEqual(offsets);
  });

  it("echo the prompt, with its logprobs", async () => {
    const [start, ...rest] = run([text(0, " a"), finish(0)]);
    const first = { ...token("On", -9999), top: [] };
    const engine = new FakeEngine(() => [
      { ...start, promptLogprobs: [first, token("ce", -3)] } as GenerateEvent,
      ...rest,
    ]);
    const fields = { echo: true, logprobs: 1 };
    const { choices } = await whole(engine, fields);
    expect(choices[0]).toMatchObject({
      text: "Once a",
      logprobs: {
        tokens: ["On", "ce", " a"],
        token_logprobs: [null, -3, -1],
        top_logprobs: [null, { ce: -3, "?": -4 }, { " a": -1, "?": -2 }],
        text_offset: [0, 2, 4],
      },
    });
    expect(engine.jobs[0]).toMatchObject({ promptLogprobs: true });
    const streamed = (await frames(engine, fields)).flatMap((chunk) => chunk.choices);
    expect(streamed.map((item) => item.text)).toEqual(["Once", " a", ""]);
    expect(streamed[0]?.logprobs?.token_logprobs).toEqual([null, -3]);
    expect(streamed[1]?.logprobs?.text_offset).toEqual([4]);
  });

  it("echo the prompt alone for max_tokens 0", async () => {
    const engine = new FakeEngine(() => say([" a"], "length"));
    const fields = { echo: true, max_tokens: 0 };
    const { choices, usage } = await whole(engine, fields);
    expect(choices[0]).toMatchObject({ text: "Once", finish_reason: "length" });
    expect(usage).toMatchObject({ completion_tokens: 0, total_tokens: 10 });
    expect((await frames(engine, fields)).map((chunk) => chunk.choices[0]?.text)).toEqual([
      "Once",
      "",
    ]);
  });

  it("are the likeliest of best_of", async () => {
    const engine = new FakeEngine(() =>
      run([
        text(0, "bad", -3),
        finish(0),
        text(1, "good", -1),
        finish(1),
        text(2, "fair", -2),
        finish(2),
      ]),
    );
    const { choices, usage } = await whole(engine, { n: 2, best_of: 3 });
    expect(choices.map((item) => [item.index, item.text, item.logprobs])).toEqual([
      [0, "good", null],
      [1, "fair", null],
    ]);
    expect(usage?.completion_tokens).toBe(3);
    expect(engine.jobs[0]).toMatchObject({ n: 3, logprobs: 0 });
  });

  it("are the likeliest of best_of, whatever the prompt has", async () => {
    const [start, ...rest] = run([
      text(0, "a", -1.9),
      finish(0),
      text(1, "b", -1),
      text(1, "c", -3),
      finish(1),
    ]);
    // The longer answer would win if the prompt's tokens, as likely as can be, were counted in.
    const promptLogprobs = [{ ...token("On", -9999), top: [] }, token("ce", 0)];
    const engine = new FakeEngine(() => [{ ...start, promptLogprobs } as GenerateEvent, ...rest]);
    const fields = { n: 1, best_of: 2, echo: true, logprobs: 0 };
    expect((await whole(engine, fields)).choices[0]?.text).toBe("Oncea");
  });

  it("stay in the order they were made without best_of", async () => {
    const engine = new FakeEngine(() =>
      run([text(0, "bad", -3), finish(0), text(1, "good", -1), finish(1)]),
    );
    const { choices } = await whole(engine, { n: 2, logprobs: 0 });
    expect(choices.map((item) => item.text)).toEqual(["bad", "good"]);
  });

  it("have 16 tokens unless told otherwise", async () => {
    const engine = new FakeEngine();
    await whole(engine);
    expect(engine.jobs[0]?.maxTokens).toBe(16);
  });

  it.each<[string, object, string]>([
    ["prompt", { prompt: [1, 2] }, "invalid_type"],
    ["prompt", { prompt: [[1, 2]] }, "invalid_type"],
    ["prompt", { prompt: [] }, "empty_array"],
    ["prompt", { prompt: null }, "missing_required_parameter"],
    ["prompt", { prompt: 5 }, "invalid_type"],
    ["suffix", { suffix: "x" }, "unsupported_parameter"],
    ["best_of", { best_of: 2, n: 3 }, "invalid_value"],
    ["best_of", { best_of: 2, stream: true }, "invalid_value"],
    ["best_of", { best_of: 21 }, "integer_above_max_value"],
    ["logprobs", { logprobs: 6 }, "integer_above_max_value"],
    ["logprobs", { logprobs: true }, "invalid_type"],
    ["max_tokens", { max_tokens: -1 }, "integer_below_min_value"],
    ["echo", { echo: "yes" }, "invalid_type"],
    ["stream_options", { stream_options: {} }, "invalid_value"],
  ])("refuse %s in %j", async (param, fields, code) => {
    const response = await complete(new FakeEngine(), fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param, code } });
  });

  it("call a prompt that is too long by its own name", async () => {
    const { contextLengthExceeded } = await import("../../engine/api-error.ts");
    const response = await complete(new FakeEngine(() => [contextLengthExceeded(9, 8)]), {});
    expect(await response.json()).toMatchObject({ error: { param: "prompt" } });
  });
});
