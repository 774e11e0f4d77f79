import {
  abort,
  ask,
  controlled,
  expect,
  frames,
  launchFirefox,
  openTab,
  start,
  test,
} from "../support/firefox.ts";
import { MODEL } from "../support/real.ts";
import { openSite } from "../support/test.ts";

const QUESTION = "What is the capital of France?";
const ANSWER = "The capital of France is Paris.";
/** A software GPU loads the model twice here. */
const LIMIT_MS = 280_000;

test("the embedded model answers, is aborted, and answers again after a reload without a server", async () => {
  test.setTimeout(LIMIT_MS);
  const browser = await launchFirefox();
  const site = await openSite("dist");
  try {
    const page = await openTab(browser, site.url);
    const adapter = await page.evaluate(
      async () => (await navigator.gpu?.requestAdapter()) ?? null,
    );
    test.skip(adapter === null, "this Firefox has no WebGPU adapter: install mesa-vulkan-drivers");
    const options = { model: MODEL, maxTokens: 20 };
    const first = await ask(page, QUESTION, options);
    expect(first).toMatchObject({ status: 200, text: ANSWER, finish: "stop", sawDone: true });
    expect(first.frames).toBeGreaterThan(4);

    const long = await start(page, "Tell me a long story.", { model: MODEL, maxTokens: 400 });
    await frames(page, long, 4);
    await abort(page, long);
    // Were the story told to its end, this would not be answered within the test.
    expect((await ask(page, QUESTION, options)).text).toBe(ANSWER);

    const told = await start(page, "Tell me a long story.", { model: MODEL, maxTokens: 400 });
    await frames(page, told, 4);
    await site.stop();
    await page.reload();
    await controlled(page);
    expect(await ask(page, QUESTION, options)).toMatchObject({ status: 200, text: ANSWER });
    test.info().annotations.push({
      type: "measured",
      description: `${await browser.version()}: first answer after ${Math.round(first.endMs ?? 0)} ms`,
    });
  } finally {
    await browser.close();
    await site.stop();
  }
});
