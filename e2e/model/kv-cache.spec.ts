import { expect, test } from "playwright/test";
import { answers } from "./support/fixtures.ts";
import { startModelPage, type ModelPage } from "./support/model-page.ts";
import type { ModelPageGlobals } from "./support/pipeline.ts";

/** Small, so that filling it takes seconds; a page of the cache is 16 tokens. */
const CONTEXT = 352;

let model: ModelPage;
test.beforeAll(async () => {
  model = await startModelPage(CONTEXT);
});
test.afterAll(() => model.close());

type Step =
  | { readonly run: readonly number[] }
  /** Takes tokens back off the end, as the engine does to reuse a common prefix. */
  | { readonly pop: number };

/** Runs in the page: performs steps on an empty cache and returns the last logits. */
function perform(steps: readonly Step[]) {
  const { pipeline, forward } = globalThis as unknown as ModelPageGlobals;
  return (async () => {
    pipeline.resetChat();
    let logits: Float32Array | undefined;
    for (const step of steps) {
      if ("run" in step) {
        logits = await forward(step.run);
        continue;
      }
      pipeline.tvm.beginScope();
      const { tvm, kvCache } = pipeline;
      const pop = tvm.getGlobalFunc("vm.builtin.kv_state_popn");
      pop(kvCache, tvm.scalar(0, "int64"), tvm.scalar(step.pop, "int32"));
      pipeline.tvm.endScope();
      pipeline.filledKVCacheLength -= step.pop;
    }
    return Array.from(logits ?? []);
  })();
}

const furthest = (a: readonly number[], b: readonly number[]) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? NaN))), 0);

const PROMPT = answers()[8]?.promptTokens ?? [];
let whole: readonly number[];
test.beforeAll(async () => {
  whole = await model.page.evaluate(perform, [{ run: PROMPT }]);
});

for (const lengths of [[1], [2, 1], [15], [16], [17], [5, 11, 8], [1, 1, 1]]) {
  test(`pieces of ${lengths.join(", ")} and the rest give the same logits as the whole`, async () => {
    let start = 0;
    const steps: Step[] = lengths.map((length) => ({
      run: PROMPT.slice(start, (start += length)),
    }));
    const pieces = await model.page.evaluate(perform, [...steps, { run: PROMPT.slice(start) }]);
    expect(furthest(pieces, whole)).toBeLessThan(1e-3);
  });
}

test("what was taken back leaves no trace", async () => {
  const other = answers()[11]?.promptTokens ?? [];
  for (const keep of [1, 16, PROMPT.length - 1]) {
    const steps: Step[] = [
      { run: [...PROMPT.slice(0, keep), ...other] },
      { run: [99] },
      { pop: other.length + 1 },
      { run: PROMPT.slice(keep) },
    ];
    expect(furthest(await model.page.evaluate(perform, steps), whole), `${keep} kept`).toBeLessThan(
      1e-3,
    );
  }
});

test("a context filled to its last token says the same however it was filled", async () => {
  const ids = answers().find(({ promptTokens }) => promptTokens.length > 300)?.promptTokens ?? [];
  const filling = Array.from({ length: CONTEXT - ids.length - 1 }, (_, i) => 300 + i);
  const pieces = [
    { run: ids.slice(0, 250) },
    { run: [...ids.slice(250), ...filling] },
    { run: [500] },
  ];
  const inPieces = await model.page.evaluate(perform, pieces);
  const atOnce = await model.page.evaluate(perform, [{ run: [...ids, ...filling, 500] }]);
  expect(furthest(inPieces, atOnce)).toBeLessThan(1e-3);
});

test("WebLLM stops at the end of the context", async () => {
  const request = {
    messages: [{ role: "user", content: "word ".repeat(310) }],
    temperature: 0,
    ignore_eos: true,
    max_tokens: 100,
  };
  const answer = await model.page.evaluate(
    (options) =>
      (globalThis as unknown as ModelPageGlobals).engine.chat.completions.create(options),
    request,
  );
  expect(answer.choices[0]?.finish_reason).toBe("length");
  expect(answer.usage.prompt_tokens + answer.usage.completion_tokens).toBeGreaterThanOrEqual(
    CONTEXT,
  );
});
