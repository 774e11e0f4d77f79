import puppeteer, { type Page } from "puppeteer-core";
import { findChromium } from "../../scripts/find-chromium.mjs";
import { expect, test } from "../support/lifecycle.ts";

/** Asks from a page; resolves when the answer is whole. */
const ask = (page: Page, content: string) =>
  page.evaluate(async (text) => {
    const response = await fetch("v1/chat/completions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "scripted", messages: [{ role: "user", content: text }] }),
    });
    const body = (await response.json()) as {
      choices?: { message: { content: string } }[];
      error?: { code: string };
    };
    return {
      status: response.status,
      text: body.choices?.[0]?.message.content ?? null,
      code: body.error?.code ?? null,
    };
  }, content);

// A page under Playwright counts as visible wherever it is, and a visible one cannot be frozen: Puppeteer's can.
test("a frozen tab that has the engine by election: clear words meanwhile; it wakes, or goes, and all is well", async ({
  site,
}) => {
  const browser = await puppeteer.launch({
    executablePath: (await findChromium()) ?? "",
    args: ["--no-sandbox"],
  });
  try {
    const open = async (): Promise<Page> => {
      const page = await browser.newPage();
      await page.evaluateOnNewDocument(() => {
        Reflect.deleteProperty(window, "SharedWorker");
        document.addEventListener("freeze", () => {
          document.documentElement.dataset["frozen"] = "yes";
        });
      });
      await page.goto(site.url);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      return page;
    };
    const first = await open();
    expect(await ask(first, "first")).toMatchObject({ status: 200, text: "You said: first" });
    const second = await open();
    await second.bringToFront();
    await first.waitForFunction(() => document.visibilityState === "hidden", { polling: 50 });
    const session = await first.createCDPSession();
    await session.send("Page.setWebLifecycleState", { state: "frozen" });

    // The frozen tab keeps its lock, and nobody may take the engine over.
    const meanwhile = await ask(second, "frozen");
    expect(meanwhile).toEqual({ status: 503, text: null, code: "engine_unavailable" });

    await session.send("Page.setWebLifecycleState", { state: "active" });
    expect(await first.evaluate(() => document.documentElement.dataset["frozen"])).toBe("yes");
    expect(await ask(second, "thawed")).toMatchObject({ status: 200, text: "You said: thawed" });

    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    await first.close();
    expect(await ask(second, "taken over")).toMatchObject({
      status: 200,
      text: "You said: taken over",
    });
  } finally {
    await browser.close();
  }
});
