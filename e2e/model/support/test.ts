import { test as base } from "playwright/test";
import { startModelPage, type ModelPage } from "./model-page.ts";

/** Enough for every prompt of the fixtures and its answer. */
const CONTEXT = 512;

/** A test with the model loaded. Loading takes seconds, so all tests of a worker share one page. */
export const test = base.extend<object, { model: ModelPage }>({
  model: [
    // The empty pattern is how Playwright says "no other fixtures".
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const model = await startModelPage(CONTEXT);
      await use(model);
      await model.close();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});
