import { expect, test } from "playwright/test";
import { answers, fullContexts } from "../model/support/fixtures.ts";
import { startModelPage } from "../model/support/model-page.ts";
import type { ModelPageGlobals } from "../model/support/pipeline.ts";

for (const { length, tokens, margins, logits } of fullContexts()) {
  const context = length + tokens.length;
  test(`a context of ${context}, filled to its last token: the logits and the text of the reference`, async () => {
    // The work grows with the square of the context; without a GPU, 8192 tokens take more than an hour.
    test.setTimeout((context > 4096 ? 180 : 30) * 60_000);
    const cycle = answers().flatMap(({ promptTokens }) => promptTokens);
    const prompt = Array.from({ length }, (_, place) => cycle[place % cycle.length] ?? 0);

    const model = await startModelPage(context);
    const forward = (ids: readonly number[]): Promise<number[]> =>
      model.page.evaluate(async (given) => {
        const last = await (globalThis as unknown as ModelPageGlobals).forward(given);
        return Array.from(last);
      }, ids);
    try {
      let last = await forward(prompt);
      for (const [token, value] of Object.entries(logits)) {
        expect(Math.abs((last[Number(token)] ?? NaN) - value), token).toBeLessThan(1e-3);
      }
      for (const [place, token] of tokens.entries()) {
        const best = last.indexOf(Math.max(...last));
        expect(best, `token ${place}, ahead by ${margins[place]}`).toBe(token);
        last = await forward([token]);
      }
    } finally {
      await model.close();
    }
  });
}
