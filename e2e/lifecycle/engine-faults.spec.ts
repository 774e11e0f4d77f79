import { ask, expect, openTab, over, start, test, type Script } from "../support/lifecycle.ts";

const after = (fault: Partial<Script>): Script => ({ pieces: ["x "], repeat: 50, ...fault });

test("C05 the device is lost: an error frame, then one rebuild and an answer", async ({ page }) => {
  const lost = await ask(page, after({ loseDeviceAfter: 3 }));
  expect(lost).toMatchObject({
    status: 200,
    text: "x x x ",
    errorCode: "device_lost",
    finish: null,
  });
  const next = await ask(page, "again");
  expect(next.text).toBe("You said: again");
  const whole = await ask(page, after({ loseDeviceAfter: 0 }), { stream: false });
  expect(whole).toMatchObject({ status: 503, errorCode: "device_lost" });
  expect((await ask(page, "again")).text).toBe("You said: again");
});

test("an exception in the engine: an error frame, and the next request is answered", async ({
  page,
}) => {
  const failed = await ask(page, after({ failAfter: 3 }));
  expect(failed).toMatchObject({ status: 200, text: "x x x ", errorCode: "engine_error" });
  const queued = await start(page, after({ failAfter: 1, delayMs: 50 }));
  const behind = await start(page, "behind");
  expect((await over(page, queued)).errorCode).toBe("engine_error");
  expect((await over(page, behind)).text).toBe("You said: behind");
});

test("failure after failure becomes a 503 with the reason, and passes", async ({ page }) => {
  for (let round = 0; round < 3; round++) {
    expect((await ask(page, after({ loseDeviceAfter: 1 }))).errorCode).toBe("device_lost");
  }
  const refused = await page.evaluate(async () => {
    const response = await fetch("v1/chat/completions", {
      method: "POST",
      body: JSON.stringify({ model: "scripted", messages: [{ role: "user", content: "now?" }] }),
    });
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    return { status: response.status, ...error, retryAfter: response.headers.get("retry-after") };
  });
  expect(refused).toMatchObject({ status: 503, code: "engine_unavailable" });
  expect(refused.message).toContain("failed 3 times in a row");
  expect(refused.message).toContain("graphics device was lost");
  await page.waitForTimeout(1_000 * Number(refused.retryAfter));
  expect((await ask(page, "and now?")).text).toBe("You said: and now?");
});

test("C20 an engine that yields nothing any more: an error in time, and the engine is free", async ({
  page,
}) => {
  const silent = await start(page, after({ hangAfter: 3 }));
  const behind = await start(page, "behind");
  const ended = await over(page, silent);
  expect(ended).toMatchObject({ text: "x x x ", errorCode: "engine_error", finish: null });
  expect(await over(page, behind)).toMatchObject({ text: "You said: behind", finish: "stop" });

  const whole = await ask(page, after({ hangAfter: 0 }), { stream: false });
  expect(whole.failure ?? String(whole.status)).toMatch(/TypeError|50\d/);
  expect((await ask(page, "free")).text).toBe("You said: free");
});

test("C17 a request knows nothing of the one before", async ({ page, context, site }) => {
  const usage = async (tab: typeof page, content: string) =>
    tab.evaluate(async (text) => {
      const response = await fetch("v1/chat/completions", {
        method: "POST",
        body: JSON.stringify({
          model: "scripted",
          messages: [{ role: "user", content: text }],
          temperature: 0,
        }),
      });
      const body = (await response.json()) as {
        choices: { message: { content: string } }[];
        usage: { prompt_tokens: number };
      };
      return [body.choices[0]?.message.content, body.usage.prompt_tokens];
    }, content);
  const fresh = await usage(page, "What is the code word?");
  await usage(page, "The code word is walrus.");
  const other = await openTab(context, site.url);
  expect(await usage(other, "What is the code word?")).toEqual(fresh);
  expect(await usage(page, "What is the code word?")).toEqual(fresh);
});
