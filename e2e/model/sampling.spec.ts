import { expect } from "playwright/test";
import type { ModelPageGlobals } from "./support/pipeline.ts";
import type { ModelPage } from "./support/model-page.ts";
import { test } from "./support/test.ts";

/** One set of logits, what happens to it before sampling, and how often to draw. */
interface Draw {
  readonly logits: Readonly<Record<number, number>>;
  readonly temperature?: number;
  readonly topP?: number;
  readonly draws?: number;
  readonly bias?: Readonly<Record<number, number>>;
  readonly penalties?: readonly [presence: number, frequency: number, repetition: number];
  readonly counts?: Readonly<Record<number, number>>;
  readonly allowed?: readonly number[];
}

/**
 * Runs in the page: calls the library's functions as WebLLM's `sampleFromRawLogits` does. Points are spread evenly
 * over [0, 1) instead of drawn, so that counts are exact. Logits not named are -20.
 */
async function run(draw: Draw) {
  const { pipeline: p } = globalThis as unknown as ModelPageGlobals;
  const { tvm, device } = p;
  const gpu = device;
  const vocab = 49152;
  tvm.beginScope();
  try {
    const tensor = (shape: number[], dtype: string, values: ArrayLike<number>) =>
      tvm.empty(shape, dtype, gpu).copyFrom(values);
    const ints = (values: number[]) => tensor([values.length], "int32", values);
    const values = new Float32Array(vocab).fill(-20);
    for (const [id, value] of Object.entries(draw.logits)) values[Number(id)] = value;
    const logits = tensor([1, vocab], "float32", values);
    if (draw.allowed) {
      const mask = new Int32Array(vocab / 32);
      for (const id of draw.allowed) mask[id >> 5] = (mask[id >> 5] ?? 0) | (1 << (id & 31));
      p.fapplyBitmask(logits, ints([0]), tensor([1, vocab / 32], "int32", mask));
    }
    if (draw.bias) {
      const ids = Object.keys(draw.bias).map(Number);
      const bias = tensor([ids.length], "float32", Object.values(draw.bias));
      p.fapplyLogitBias(logits, ints(ids.map(() => 0)), ints(ids), bias);
    }
    if (draw.penalties && draw.counts) {
      const ids = Object.keys(draw.counts).map(Number);
      const amounts = tensor([1, 3], "float32", draw.penalties);
      const counts = ints(Object.values(draw.counts));
      p.fapplyPenalty(logits, ints([0]), ints(ids.map(() => 0)), ints(ids), counts, amounts);
    }
    const temperature = tensor([1], "float32", [draw.temperature ?? 1]);
    const probs = p.fsoftmaxWithTemperature(logits.view([1, 1, vocab]), temperature);
    const sorted = p.fargsortProbs(probs.view([1, vocab]));
    const topP = tensor([1], "float32", [draw.topP ?? 1]);
    const tokens = [];
    const draws = draw.draws ?? 1;
    for (let i = 0; i < draws; i++) {
      const point = tensor([1], "float32", [i / draws]);
      const token = p.fsampleWithTopP(sorted.get(0), sorted.get(1), point, ints([0]), topP);
      tokens.push(tvm.empty([1], "int32", tvm.cpu()).copyFrom(token));
    }
    const copies = [logits, probs].map((t) =>
      tvm.empty([1, vocab], "float32", tvm.cpu()).copyFrom(t.view([1, vocab])),
    );
    await device.sync();
    const counts: Record<number, number> = {};
    for (const token of tokens) {
      const id = token.toArray()[0] ?? -1;
      counts[id] = (counts[id] ?? 0) + 1;
    }
    const named = Object.keys(draw.logits).map(Number);
    const [after, probabilities] = copies.map((copy) => {
      const all = copy.toArray();
      return Object.fromEntries(named.map((id) => [id, all[id] ?? NaN]));
    });
    return { counts, after: after ?? {}, probabilities: probabilities ?? {} };
  } finally {
    tvm.endScope();
  }
}

const draw = (model: ModelPage, options: Draw) => model.page.evaluate(run, options);
const FOUR = { 7: Math.log(0.4), 20000: Math.log(0.3), 300: Math.log(0.2), 49151: Math.log(0.1) };

test("softmax gives the probabilities of the temperature", async ({ model }) => {
  const one = await draw(model, { logits: { ...FOUR } });
  expect(one.probabilities[7]).toBeCloseTo(0.4, 3);
  expect(one.probabilities[49151]).toBeCloseTo(0.1, 3);
  const half = await draw(model, { logits: FOUR, temperature: 0.5 });
  expect(half.probabilities[7]).toBeCloseTo(0.16 / 0.3, 4);
  const cold = await draw(model, { logits: FOUR, temperature: 1e-6, draws: 8 });
  expect(cold.counts).toEqual({ 7: 8 });
});

test("top_p keeps the smallest set that reaches it, and nothing else is ever drawn", async ({
  model,
}) => {
  const cases: [number, number[]][] = [
    [0.3, [7]],
    [0.5, [7, 20000]],
    [0.8, [7, 20000, 300]],
    [0.95, [7, 20000, 300, 49151]],
  ];
  for (const [topP, kept] of cases) {
    const { counts } = await draw(model, { logits: FOUR, temperature: 1, topP, draws: 200 });
    expect(
      Object.keys(counts)
        .map(Number)
        .toSorted((a, b) => a - b),
      `top_p ${topP}`,
    ).toEqual(kept.toSorted((a, b) => a - b));
  }
});

test("draws follow the distribution", async ({ model }) => {
  const { counts } = await draw(model, { logits: FOUR, topP: 0.999, draws: 400 });
  expect(counts[7]).toBeGreaterThan(155);
  expect(counts[7]).toBeLessThan(165);
  expect(counts[20000]).toBeGreaterThan(115);
  expect(counts[20000]).toBeLessThan(125);
  expect(counts[49151]).toBeGreaterThan(35);
  expect(counts[49151]).toBeLessThan(45);
});

test("logit_bias is added, and can forbid or force", async ({ model }) => {
  const { after, counts } = await draw(model, {
    logits: FOUR,
    bias: { 7: -100, 49151: 5 },
    draws: 50,
    topP: 0.9,
  });
  expect(after[7]).toBeCloseTo(Math.log(0.4) - 100, 3);
  expect(counts).toEqual({ 49151: 50 });
});

test("penalties change exactly the tokens that occurred", async ({ model }) => {
  const { after } = await draw(model, {
    logits: { 1: 2, 2: -1, 3: 5, 4: 3 },
    penalties: [0.5, 0.25, 2],
    counts: { 1: 2, 2: 1, 4: 20 },
  });
  expect(after[1]).toBeCloseTo((2 - 0.5 - 0.5) / 2, 5);
  expect(after[2]).toBeCloseTo((-1 - 0.5 - 0.25) * 2, 5);
  expect(after[3]).toBe(5);
  expect(after[4]).toBeCloseTo((3 - 0.5 - 5) * 2, 5);
});

test("a grammar's mask leaves only what it allows", async ({ model }) => {
  const allowed = [20000, 31, 32, 49151];
  const { counts } = await draw(model, { logits: FOUR, allowed, draws: 100, topP: 1 });
  expect(
    Object.keys(counts)
      .map(Number)
      .every((id) => allowed.includes(id)),
  ).toBe(true);
  expect(counts[20000]).toBeGreaterThan(70);
});

test("a flat distribution is drawn from end to end", async ({ model }) => {
  const logits = Object.fromEntries(Array.from({ length: 64 }, (_, i) => [i * 768, 3]));
  const { counts } = await draw(model, { logits, topP: 0.999, draws: 64 });
  expect(Object.keys(counts)).toHaveLength(64);
});

/** Runs in the page: a whole chat completion through WebLLM. */
function chat(request: object) {
  return (globalThis as unknown as ModelPageGlobals).engine.chat.completions.create(request);
}

const messages = [{ role: "user", content: "What is the capital of France?" }];

test("equal seeds give equal answers; other seeds do not", async ({ model }) => {
  const ask = async (seed: number) => {
    const request = { messages, seed, temperature: 1.3, top_p: 0.95, max_tokens: 8 };
    return (await model.page.evaluate(chat, request)).choices[0]?.message.content;
  };
  const first = await ask(1);
  expect(await ask(1)).toBe(first);
  expect(new Set([first, await ask(2), await ask(3)]).size).toBeGreaterThan(1);
});

test("log probabilities are those of the reference", async ({ model }) => {
  const request = {
    messages,
    temperature: 1,
    seed: 5,
    max_tokens: 1,
    logprobs: true,
    top_logprobs: 3,
  };
  const answer = await model.page.evaluate(chat, request);
  const entry = answer.choices[0]?.logprobs?.content[0];
  expect(entry?.top_logprobs).toHaveLength(3);
  // The first two logits of this prompt are 25.3258 and 25.2441.
  const [best, second] = entry?.top_logprobs ?? [];
  expect(best?.token).toBe("The");
  expect((best?.logprob ?? 0) - (second?.logprob ?? 0)).toBeCloseTo(0.0817, 2);
});

test("JSON is JSON when the schema demands it", async ({ model }) => {
  const schema = JSON.stringify({
    type: "object",
    properties: { city: { type: "string", maxLength: 12 } },
    required: ["city"],
    additionalProperties: false,
  });
  const request = {
    messages,
    temperature: 0,
    max_tokens: 40,
    response_format: { type: "json_object", schema },
  };
  const answer = await model.page.evaluate(chat, request);
  expect(Object.keys(JSON.parse(answer.choices[0]?.message.content ?? "") as object)).toEqual([
    "city",
  ]);
});
