import { expect } from "playwright/test";
import { answers, type Answer } from "./support/fixtures.ts";
import { startModelPage } from "./support/model-page.ts";
import type { ModelPageGlobals } from "./support/pipeline.ts";
import { test } from "./support/test.ts";

/** Greedy tokens that are compared. */
const TOKENS = 24;
/** Where the reference's best token leads by less than this, float rounding may decide otherwise. */
const TIE = 0.002;
const TOLERANCE = 1e-3;

/** Feeds the reference's tokens and reports what the model would have said at each place. */
function walk({ ids, tokens }: { ids: readonly number[]; tokens: readonly number[] }) {
  const { pipeline, forward } = globalThis as unknown as ModelPageGlobals;
  const best = (logits: Float32Array) =>
    logits.reduce((top, value, i) => (value > (logits[top] ?? 0) ? i : top), 0);
  return (async () => {
    pipeline.resetChat();
    let logits = await forward(ids);
    const first = Array.from(logits);
    const said = [];
    for (const token of tokens) {
      said.push(best(logits));
      logits = await forward([token]);
    }
    return { first, said };
  })();
}

function check(answer: Answer, first: readonly number[], said: readonly number[]): void {
  for (const [id, expected] of Object.entries(answer.logits)) {
    expect(Math.abs((first[Number(id)] ?? NaN) - expected), `logit ${id}`).toBeLessThan(TOLERANCE);
  }
  said.forEach((token, i) => {
    if ((answer.margins[i] ?? 0) >= TIE) expect(token, `token ${i}`).toBe(answer.tokens[i]);
  });
}

for (const [index, answer] of answers().entries()) {
  const question = answer.prompt.split("\n")[3]?.slice(0, 40) ?? "";
  test(`answer ${index}: ${question}`, async ({ model }) => {
    const tokens = answer.tokens.slice(0, TOKENS);
    const { first, said } = await model.page.evaluate(walk, { ids: answer.promptTokens, tokens });
    check(answer, first, said);
  });
}

test("the library without subgroups says the same", async () => {
  const [answer] = answers();
  if (answer === undefined) throw new Error("no answers");
  const { page, close } = await startModelPage(512, "f32");
  try {
    const tokens = answer.tokens.slice(0, 8);
    const { first, said } = await page.evaluate(walk, { ids: answer.promptTokens, tokens });
    check(answer, first, said);
  } finally {
    await close();
  }
});
