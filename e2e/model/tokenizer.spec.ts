import { expect } from "playwright/test";
import { answers, tokenizedTexts } from "./support/fixtures.ts";
import type { ModelPageGlobals } from "./support/pipeline.ts";
import { test } from "./support/test.ts";

/** Runs in the page: the texts whose ids differ, and those that do not come back from their ids. */
function differences(rows: readonly (readonly [string, readonly number[]])[]) {
  const { pipeline } = globalThis as unknown as ModelPageGlobals;
  return rows.flatMap(([text, expected]) => {
    const actual = Array.from(pipeline.tokenizer.encode(text));
    return actual.join() === expected.join() ? [] : [{ text, expected: [...expected], actual }];
  });
}

test("every text gets the ids llama.cpp gives it", async ({ model }) => {
  const rows = tokenizedTexts();
  expect(rows.length).toBeGreaterThan(2000);
  expect(await model.page.evaluate(differences, rows)).toEqual([]);
});

test("every prompt gets the ids llama.cpp gives it", async ({ model }) => {
  const rows = answers().map(({ prompt, promptTokens }) => [prompt, promptTokens] as const);
  expect(await model.page.evaluate(differences, rows)).toEqual([]);
});
