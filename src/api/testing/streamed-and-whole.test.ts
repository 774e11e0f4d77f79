import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { GenerateEvent, GenerateJob } from "../../engine/job.ts";
import type { ChatCompletion, ToolCallDelta } from "../chat/chat-types.ts";
import type { Completion, CompletionLogprobs } from "../completions/completion-types.ts";
import type { ResponseEvent, ResponseObject } from "../responses/response-types.ts";
import { FakeEngine, run } from "./fake-engine.ts";
import { framesOf, MODEL, send, testContext } from "./test-client.ts";

// The same request with and without `stream` gets the same answer, however the engine cuts it into pieces.

/** What the engine says for one choice. */
interface Said {
  readonly pieces: readonly string[];
  readonly reason: "stop" | "length";
}

const character = fc.constantFrom(...Array.from('a \n<>{}[]"\\é漢😀\u2028'));
const partOfCall = fc.constantFrom(
  "tool_call>",
  '<tool_call>\n{"name": "f", "arguments": ',
  '{"a": "x}"}',
  "}\n</tool_call>",
  '[{"name": "f", "arguments": {"a": 1}}',
  ', {"name": "g", "arguments": {}}',
);
/** A text, and the places where it is cut; two cuts at one place make a token without text. */
const said: fc.Arbitrary<Said> = fc
  .record({
    text: fc
      .array(fc.oneof(character, partOfCall), { maxLength: 12 })
      .map((parts) => Array.from(parts.join(""))),
    cuts: fc.array(fc.nat(100), { maxLength: 10 }),
    reason: fc.constantFrom("stop", "length"),
  })
  .map(({ text, cuts, reason }) => {
    const places = [0, ...cuts.map((cut) => cut % (text.length + 1))].toSorted((a, b) => a - b);
    const pieces = places.map((place, index) => text.slice(place, places[index + 1]).join(""));
    return { pieces, reason };
  });

function eventsOf(job: GenerateJob, choices: readonly Said[]): readonly GenerateEvent[] {
  return run(
    choices.slice(0, job.n).flatMap(({ pieces, reason }, index) => [
      ...pieces
        .filter((text) => text !== "" || job.logprobs !== null)
        .map((text, number) => {
          const token = { token: text, bytes: [...Buffer.from(text)], logprob: -number };
          const logprobs = job.logprobs === null ? null : [{ ...token, top: [token] }];
          return { type: "text", index, text, logprobs } as const;
        }),
      { type: "finish", index, reason } as const,
    ]),
  );
}

/** Both answers of one engine, with the ids and times that differ made equal. */
async function bothOf(
  path: string,
  fields: object,
  answers: readonly (readonly Said[])[],
): Promise<{ readonly whole: unknown; readonly streamed: string }> {
  let asked = 0;
  const engine = new FakeEngine((job) => {
    const events = eventsOf(job, answers[asked++ % answers.length] ?? []);
    // In batches of two.
    return events.flatMap((_, at) => (at % 2 ? [] : [events.slice(at, at + 2)]));
  });
  const context = testContext(engine, { now: () => 0 });
  const ask = async (stream: boolean): Promise<string> => {
    const options = stream && path !== "responses" && { stream_options: { include_usage: true } };
    const body = { model: MODEL, stream, ...options, ...fields };
    const response = await send(context, "POST", `/v1/${path}`, body);
    expect(response.status).toBe(200);
    const text = await response.text();
    const [, id = ""] = /"id":"\w+[-_]([0-9a-f]{24})/.exec(text) ?? [];
    expect(id).not.toBe("");
    const calls = [...new Set(text.match(/call_[0-9a-z]{24}/g))];
    return calls.reduce(
      (renamed, call, number) => renamed.replaceAll(call, `call_${number}`),
      text.replaceAll(id, "ID"),
    );
  };
  return { whole: JSON.parse(await ask(false)), streamed: await ask(true) };
}

const n = 2;
const choices = fc.array(said, { minLength: n, maxLength: n });

describe("streamed and whole answers are the same", () => {
  const tools = [{ type: "function", function: { name: "f" } }];
  const messages = [{ role: "user", content: "x" }];

  it.each([
    ["chat", {}],
    ["chat with logprobs", { logprobs: true, top_logprobs: 1 }],
    ["chat with tools", { tools }],
    ["chat that must call", { tools, tool_choice: "required", logprobs: true }],
  ])("%s", async (_, fields) => {
    await fc.assert(
      fc.asyncProperty(choices, async (answer) => {
        const { whole, streamed } = await bothOf("chat/completions", { n, messages, ...fields }, [
          answer,
        ]);
        const { choices: expected, usage } = whole as ChatCompletion;
        const frames = framesOf(streamed);
        expect(frames.at(-1)?.usage).toEqual(usage);
        for (const { index, message, logprobs, finish_reason } of expected) {
          const chunks = frames.flatMap((frame) => frame.choices).filter((c) => c.index === index);
          expect(chunks.at(-1)?.finish_reason).toBe(finish_reason);
          const deltas = chunks.map(({ delta }) => delta);
          const content = deltas
            .map((delta) => ("content" in delta && delta.content) || "")
            .join("");
          expect(content).toBe(message.content ?? "");
          if (!("tools" in fields)) expect(content).toBe(answer[index]?.pieces.join(""));
          const tokens = chunks.flatMap((chunk) => chunk.logprobs?.content ?? []);
          expect(tokens).toEqual(logprobs?.content ?? []);
          const calls = deltas.flatMap((delta) => ("tool_calls" in delta ? delta.tool_calls : []));
          expect(joinedCalls(calls)).toEqual(message.tool_calls ?? []);
        }
      }),
    );
  });

  it.each([
    ["completions", {}],
    ["completions with logprobs", { logprobs: 1 }],
    ["completions with an echo", { echo: true, logprobs: 1 }],
    ["completions of the prompt alone", { echo: true, max_tokens: 0 }],
  ])("%s", async (_, fields) => {
    await fc.assert(
      fc.asyncProperty(fc.array(choices, { minLength: 1, maxLength: 3 }), async (answers) => {
        const prompt = answers.map((_answer, index) => `prompt ${index}: `);
        const { whole, streamed } = await bothOf("completions", { n, prompt, ...fields }, answers);
        const { choices: expected, usage } = whole as Completion;
        expect(expected.map(({ index }) => index)).toEqual([...Array(n * answers.length).keys()]);
        const frames = framesOf<Completion>(streamed);
        expect(frames.at(-1)?.usage).toEqual(usage);
        for (const { index, text, logprobs, finish_reason } of expected) {
          const chunks = frames.flatMap((frame) => frame.choices).filter((c) => c.index === index);
          expect(chunks.map((chunk) => chunk.text).join("")).toBe(text);
          expect(chunks.at(-1)).toEqual({ index, text: "", logprobs: null, finish_reason });
          const lists = chunks.flatMap((chunk) => chunk.logprobs ?? []);
          if (logprobs) expect(joinedLists(lists)).toEqual(logprobs);
          else expect(lists).toEqual([]);
        }
      }),
    );
  });

  it.each([
    ["responses", {}],
    ["responses with logprobs", { top_logprobs: 1 }],
    ["responses with tools", { tools: [{ type: "function", name: "f" }], top_logprobs: 1 }],
    [
      "responses that must call",
      { tools: [{ type: "function", name: "f" }], tool_choice: "required" },
    ],
  ])("%s", async (_, fields) => {
    await fc.assert(
      fc.asyncProperty(said, async (answer) => {
        const { whole, streamed } = await bothOf("responses", { input: "x", ...fields }, [
          [answer],
        ]);
        const frames = framesOf<ResponseEvent>(streamed);
        const last = frames.at(-1);
        expect(last && "response" in last && last.response).toEqual(whole);
        for (const [at, item] of (whole as ResponseObject).output.entries()) {
          const deltas = frames.filter((frame) => "delta" in frame && frame.output_index === at);
          const joined = deltas.map((frame) => "delta" in frame && frame.delta).join("");
          const tokens = deltas.flatMap((frame) => ("logprobs" in frame ? frame.logprobs : []));
          const isCall = item.type === "function_call";
          expect(joined).toBe(isCall ? item.arguments : item.content[0]?.text);
          expect(tokens).toEqual(isCall ? [] : item.content[0]?.logprobs);
        }
      }),
    );
  });
});

function joinedCalls(deltas: readonly ToolCallDelta[]): readonly object[] {
  const ids = deltas.flatMap(({ id }) => id ?? []);
  return ids.map((id, index) => {
    const pieces = deltas.filter((delta) => delta.index === index).map((delta) => delta.function);
    const args = pieces.map((piece) => piece.arguments).join("");
    return { id, type: "function", function: { name: pieces[0]?.name, arguments: args } };
  });
}

function joinedLists(lists: readonly CompletionLogprobs[]): CompletionLogprobs {
  return {
    tokens: lists.flatMap((list) => list.tokens),
    token_logprobs: lists.flatMap((list) => list.token_logprobs),
    top_logprobs: lists.flatMap((list) => list.top_logprobs),
    text_offset: lists.flatMap((list) => list.text_offset),
  };
}
