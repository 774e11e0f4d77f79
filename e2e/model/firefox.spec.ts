import { existsSync } from "node:fs";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { expect, test } from "playwright/test";
import { answers, type Answer } from "./support/fixtures.ts";
import { loadModel, MODEL, type Variant } from "./support/model-page.ts";
import { startModelSite, type ModelSite } from "./support/model-site.ts";
import type { ModelPageGlobals } from "./support/pipeline.ts";

/**
 * A second, independent WebGPU: Firefox (wgpu) on Mesa's software Vulkan. It is also the only software device with
 * `shader-f16`, so the float16 library runs here. Skipped where Debian's firefox-esr or an adapter is missing.
 */
const FIREFOX = process.env["FIREFOX_PATH"] ?? "/usr/bin/firefox-esr";

const PREFERENCES = {
  "dom.webgpu.enabled": true,
  "dom.webgpu.workers.enabled": true,
  "gfx.webgpu.force-enabled": true,
  "gfx.webgpu.ignore-blocklist": true,
};

let site: ModelSite;
let browser: Browser | undefined;
test.beforeAll(async () => {
  site = await startModelSite();
});
test.afterAll(async () => {
  await browser?.close();
  await site.close();
});

/** A page with the model in it; undefined where there is no adapter that can run it. */
async function openModel(variant: Variant): Promise<Page | undefined> {
  await browser?.close();
  browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: FIREFOX,
    protocolTimeout: 600_000,
    extraPrefsFirefox: PREFERENCES,
  });
  const page = await browser.newPage();
  await page.goto(site.url);
  const features = await page.evaluate(async () => {
    const adapter = await navigator.gpu?.requestAdapter();
    return adapter ? [...adapter.features] : undefined;
  });
  if (features === undefined) return undefined;
  if (variant === "f16" && !features.includes("shader-f16")) return undefined;
  await page.evaluate(loadModel, { url: site.url, model: MODEL, variant, contextLength: 256 });
  return page;
}

/** Runs in the page: the logits after a prompt, and what the model says when it is fed the reference's tokens. */
async function walk(ids: readonly number[], tokens: readonly number[]) {
  const { pipeline, forward } = globalThis as unknown as ModelPageGlobals;
  pipeline.resetChat();
  let logits = await forward(ids);
  const first = Array.from(logits);
  const said = [];
  for (const token of tokens) {
    said.push(logits.reduce((top, value, i) => (value > (logits[top] ?? 0) ? i : top), 0));
    logits = await forward([token]);
  }
  return { first, said };
}

/** Checks an answer; where the reference's lead is within twice the tolerance, either token will do. */
async function check(page: Page, answer: Answer, tolerance: number): Promise<void> {
  const { first, said } = await page.evaluate(walk, answer.promptTokens, answer.tokens.slice(0, 8));
  for (const [id, expected] of Object.entries(answer.logits)) {
    const difference = Math.abs((first[Number(id)] ?? NaN) - expected);
    expect(difference, `logit ${id}`).toBeLessThan(tolerance);
  }
  said.forEach((token, i) => {
    const lead = answer.margins[i] ?? 0;
    if (lead > 2 * tolerance) expect(token, `token ${i}`).toBe(answer.tokens[i]);
  });
}

for (const [variant, tolerance] of [
  ["f32", 1e-3],
  ["f16", 0.1],
] as const) {
  test(`Firefox says the same in ${variant}`, async () => {
    test.skip(!existsSync(FIREFOX), "no Firefox");
    const page = await openModel(variant);
    test.skip(page === undefined, "no WebGPU adapter for it");
    if (page === undefined) return;
    for (const answer of answers().slice(0, variant === "f16" ? 3 : 1)) {
      await check(page, answer, tolerance);
    }
  });
}
