import { readdirSync } from "node:fs";
import { expect, test } from "playwright/test";
import { launchBrowser } from "../support/browser.ts";
import { openHub } from "../support/hub.ts";
import { openPage, openSite } from "../support/test.ts";

const folder = new URL("../../dist/assets/", import.meta.url);
/** The bundle with WebLLM. */
const program = readdirSync(folder).find((name) => name.startsWith("engine-program-")) ?? "";

test("a first visit is told all models without WebLLM's program", async () => {
  const site = await openSite("dist");
  const hub = await openHub(site.url);
  const context = await launchBrowser();
  try {
    expect(program).not.toBe("");
    hub.misbehave(program, { kind: "status", status: 503 });
    const page = await openPage(context, hub.url);
    const models = await page.evaluate(async () => (await fetch("v1/models")).json());
    expect((models as { data: unknown[] }).data.length).toBeGreaterThan(100);

    // Whoever wants a model on the device is told, and is served when the program can be had again.
    const ask = () =>
      page.evaluate(async () => {
        const response = await fetch("v1/chat/completions", {
          method: "POST",
          body: JSON.stringify({
            messages: [{ role: "user", content: "Hi" }],
            max_tokens: 1,
            model: "smollm2-135m-instruct",
          }),
        });
        return { status: response.status, body: await response.text() };
      });
    const refused = await ask();
    expect(refused.status).toBe(503);
    expect(refused.body).toContain("The engine's program could not be loaded");
    hub.behave();
    expect((await ask()).status).toBe(200);
  } finally {
    await context.close();
    await hub.stop();
    await site.stop();
  }
});

test("a visit that loads no model keeps WebLLM's program for offline use all the same", async () => {
  const site = await openSite("dist");
  const context = await launchBrowser();
  try {
    const page = await openPage(context, site.url);
    // Not `waitForFunction`, to which a promise is true at once.
    const isKept = (name: string): Promise<boolean> =>
      page.evaluate(async (ending) => {
        const stored = await (await caches.open("slash-v1-engine")).keys();
        return stored.some(({ url }) => url.endsWith(ending));
      }, name);
    await expect.poll(() => isKept(program), { timeout: 30_000 }).toBe(true);
  } finally {
    await context.close();
    await site.stop();
  }
});
