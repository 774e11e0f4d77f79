import { expect, test } from "playwright/test";
import { answers, fullContext } from "../model/support/fixtures.ts";
import { startModelPage } from "../model/support/model-page.ts";
import type { ModelPageGlobals } from "../model/support/pipeline.ts";

const CONTEXT = 8192;

test("the network's whole context: the logits and the text of the reference, to the last token", async () => {
  test.setTimeout(60 * 60_000);
  const { length, tokens, margins, logits } = fullContext();
  const cycle = answers().flatMap(({ promptTokens }) => promptTokens);
  const prompt = Array.from({ length }, (_, place) => cycle[place % cycle.length] ?? 0);
  expect(length + tokens.length).toBe(CONTEXT);

  const model = await startModelPage(CONTEXT);
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
