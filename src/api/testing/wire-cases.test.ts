import { describe, expect, it } from "vitest";

import cases from "../../../e2e/fixtures/wire-cases.json" with { type: "json" };
import { scriptedOnly, wireChecks } from "../../../e2e/fixtures/wire-checks.ts";
import {
  fillIn,
  runWireCase,
  type Send,
  type WireCase,
} from "../../../e2e/fixtures/wire-exchange.ts";
import { contextLengthExceeded, invalidRequest } from "../../engine/api-error.ts";
import type { GenerateEvent, GenerateJob, TokenLogprob } from "../../engine/job.ts";
import { FakeEngine, type Script } from "./fake-engine.ts";
import { MODEL, send, testContext } from "./test-client.ts";

/** An engine that does what a real one would with the requests of the list: it counts words, obeys limits and stops. */
const script: Script = (job) => {
  const promptTokens = wordsOf(job).length;
  if (promptTokens > 2048) return [contextLengthExceeded(promptTokens, 2048)];
  if (JSON.stringify(job.constraint)?.includes("([a-z")) {
    return [invalidRequest("The pattern '([a-z' is not closed.", "response_format")];
  }
  const events: GenerateEvent[] = [];
  let completionTokens = 0;
  for (let index = 0; index < job.n; index++) {
    const { pieces, reason } = answerOf(job);
    completionTokens += pieces.length;
    for (const text of pieces)
      events.push({ type: "text", index, text, logprobs: logprobs(job, text) });
    events.push({ type: "finish", index, reason });
  }
  return [
    { type: "start", promptTokens, cachedTokens: 0, promptLogprobs: null },
    ...events,
    {
      type: "usage",
      promptTokens,
      cachedTokens: 0,
      completionTokens,
      timings: { queueMs: 0, prefillMs: 0, decodeMs: 0 },
    },
  ];
};

function wordsOf({ prompt }: GenerateJob): readonly string[] {
  const texts =
    prompt.type === "text" ? [prompt.text] : prompt.messages.map((item) => item.content);
  return texts.join(" ").split(/\s+/);
}

function answerOf(job: GenerateJob): {
  readonly pieces: string[];
  readonly reason: "stop" | "length";
} {
  const asked = wordsOf(job).join(" ");
  let text = "one two three four five six seven eight nine ten eleven twelve thirteen";
  if (asked.includes("1, 2, 3")) text = " 8, 9, 10, 11";
  if (asked.includes("Say hi")) text = "Hi 😀 漢字 é";
  if (job.constraint) text = '{"lamp": true}';
  if (asked.includes("<tools>")) {
    const calls = ["lamp", "fan"].filter((name) => asked.includes(`set_${name}`));
    text = JSON.stringify(calls.map((name) => ({ name: `set_${name}`, arguments: { on: true } })));
  }
  if (asked.includes("Reply with the single word ok")) text = "ok";
  const cut = Math.min(
    ...job.stop.map((stop) => text.indexOf(stop)).filter((at) => at >= 0),
    text.length,
  );
  const words = text.slice(0, cut).match(/\S+\s*|\s+/g) ?? [];
  const pieces = words.slice(0, job.maxTokens ?? words.length);
  return { pieces, reason: pieces.length < words.length ? "length" : "stop" };
}

function logprobs({ logprobs: top }: GenerateJob, token: string): readonly TokenLogprob[] | null {
  if (top === null) return null;
  const entry = { token, logprob: -0.5, bytes: [...new TextEncoder().encode(token)] };
  return [{ ...entry, top: Array.from({ length: top }, () => entry) }];
}

const list: readonly WireCase[] = cases;

describe("wire cases", () => {
  const context = testContext(new FakeEngine(script));
  const through: Send = async ({ method, path, headers, body }) => {
    const response = await send(context, method, path, body ?? undefined, { headers });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  };
  const skipped = Object.fromEntries([...scriptedOnly].map((sentence) => [sentence, () => {}]));

  it("knows every sentence", () => {
    const sentences = list.flatMap((item) => item.expect.checks);
    const known = new Set([...Object.keys(wireChecks), ...scriptedOnly]);
    expect(sentences.filter((sentence) => !known.has(sentence))).toEqual([]);
  });

  for (const item of list) {
    it(item.id, () =>
      runWireCase(item, fillIn(item, MODEL, "test-embedder"), through, {
        ...wireChecks,
        ...skipped,
      }),
    );
  }

  it("A56 without an embedding model", () => {
    const item = list.find(({ id }) => id === "A56");
    return item && runWireCase(item, fillIn(item, MODEL), through, wireChecks);
  });
});
