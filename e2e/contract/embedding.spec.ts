import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { serve } from "../../scripts/serve.mjs";
import { launchBrowser } from "../support/browser.ts";

const BUILD = fileURLToPath(new URL("../../dist-scripted/", import.meta.url));

const GUIDE = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8");

/** What docs/embedding.md says to copy; the models are not needed for the scripted engine. */
const COPIED = ["sw.js", "slash-v1.js", "assets"];

test("a site that copies the files has a /v1 of its own, and keeps its own pages", async () => {
  const folder = mkdtempSync(join(tmpdir(), "embedding-"));
  for (const name of COPIED)
    cpSync(join(BUILD, name), join(folder, "ai", name), { recursive: true });
  writeFileSync(join(folder, "ai", "page.html"), "<!doctype html><title>Mine</title><h1>Mine</h1>");
  const [, tag = ""] = /`(<script .*<\/script>)`/.exec(GUIDE) ?? [];
  const [, script = ""] = /^```js\n([\s\S]*?)^```$/m.exec(GUIDE) ?? [];
  writeFileSync(join(folder, "ai", "start.js"), script);
  writeFileSync(join(folder, "ai", "guide.html"), `<!doctype html><title>Guide</title>${tag}`);
  const site = await serve(folder);
  const context = await launchBrowser();
  try {
    const [page] = context.pages();
    if (page === undefined) throw new Error("no page");
    await page.goto(`${site.url}ai/page.html`);
    const answer = await page.evaluate(async () => {
      const { startSlashV1 } = (await import(
        new URL("slash-v1.js", location.href).href
      )) as typeof import("../../src/embed.ts");
      const v1 = await startSlashV1();
      const response = await fetch(`${v1.baseUrl}/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: "scripted", messages: [{ role: "user", content: "Hello" }] }),
      });
      const body = (await response.json()) as { choices: [{ message: { content: string } }] };
      return { baseUrl: v1.baseUrl, mode: v1.mode, text: body.choices[0].message.content };
    });
    expect(answer).toEqual({
      baseUrl: `${site.url}ai/v1`,
      mode: "service-worker",
      text: "You said: Hello",
    });
    await page.reload();
    await expect(page.locator("h1")).toHaveText("Mine");

    // The guide's own script, under the policy that the guide asks for.
    const printed = page.waitForEvent("console", (message) => message.type() === "log");
    await page.goto(`${site.url}ai/guide.html`);
    expect(await (await printed).args()[0]?.jsonValue()).toContain("scripted");
  } finally {
    await context.close();
    await site.close();
    rmSync(folder, { recursive: true });
  }
});
