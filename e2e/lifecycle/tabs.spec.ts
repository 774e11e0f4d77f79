import { engineWorkers, killEngine } from "../support/devtools.ts";
import { ask, expect, frames, LONG, openTab, over, start, test } from "../support/lifecycle.ts";

test.describe("many tabs, one engine", () => {
  test("B14 C03 two tabs at the same moment: each its own text, two jobs, one engine", async ({
    page,
    context,
    site,
  }) => {
    const other = await openTab(context, site.url);
    // The app itself has each of its tabs load the model.
    for (const tab of [page, other]) await ask(tab, "warm");
    const jobs = await page.evaluateHandle(async () => {
      const { startSlashV1 } = (await import(
        `${location.origin}/slash-v1.js`
      )) as typeof import("../../src/embed.ts");
      const { admin } = await startSlashV1({ serviceWorker: "sw.js" });
      const seen = { most: 0 };
      await new Promise<void>((idle) => {
        void (async () => {
          for await (const { running, waiting } of admin.status(new AbortController().signal)) {
            if (running + waiting === 0) idle();
            else seen.most = Math.max(seen.most, running + waiting);
          }
        })();
      });
      seen.most = 0;
      return seen;
    });
    const [first, second] = await Promise.all([
      ask(page, { pieces: ["one "], repeat: 40, delayMs: 25 }),
      ask(other, { pieces: ["two "], repeat: 40, delayMs: 25 }),
    ]);
    expect(await jobs.evaluate(({ most }) => most)).toBe(2);
    expect(first.text).toBe("one ".repeat(40));
    expect(second.text).toBe("two ".repeat(40));
    expect(await engineWorkers(page)).toHaveLength(1);
  });

  test("C03 four at once, streamed and not, equal the same four one by one", async ({ page }) => {
    const texts = ["alpha beta", "gamma", "delta epsilon zeta", "eta"];
    const together = await page.evaluate(async (given) => {
      const ids = given.map((text, index) => window.asker.start(text, { stream: index % 2 === 0 }));
      return Promise.all(ids.map(async (id) => (await window.asker.over(id)).text));
    }, texts);
    const alone: string[] = [];
    for (const text of texts) alone.push((await ask(page, text)).text);
    expect(together).toEqual(alone);
  });

  test("C11 three at once before anything is loaded", async ({ page }) => {
    const answers = await page.evaluate(async () => {
      const ids = [true, false, true].map((stream) => window.asker.start("cold", { stream }));
      return Promise.all(ids.map((id) => window.asker.over(id)));
    });
    for (const { status, text } of answers) {
      expect({ status, text }).toEqual({ status: 200, text: "You said: cold" });
    }
  });

  test("B15 a second tab opens, the first closes: all are answered, nothing is thrown", async ({
    page,
    context,
    site,
    uncaught,
  }) => {
    expect((await ask(page, "first")).status).toBe(200);
    const other = await openTab(context, site.url);
    const both = await Promise.all([ask(page, "a"), ask(other, "b")]);
    expect(both.map(({ text }) => text)).toEqual(["You said: a", "You said: b"]);
    await page.close();
    expect((await ask(other, "c")).text).toBe("You said: c");
    expect(uncaught).toEqual([]);
  });

  test("B16 a tab in the background is answered as any other", async ({ page, context }) => {
    const id = await start(page, { pieces: ["h "], repeat: 30, delayMs: 50 });
    const front = await context.newPage();
    await front.bringToFront();
    const answer = await over(page, id);
    expect(answer.text).toBe("h ".repeat(30));
    expect(answer.endMs).toBeLessThan(6_000);
    expect((await ask(page, "hidden")).text).toBe("You said: hidden");
  });

  test("C19 six reloads, every second one in mid-answer: one engine is alive, and answers", async ({
    page,
  }) => {
    for (let round = 0; round < 6; round++) {
      if (round % 2 === 0) await frames(page, await start(page, LONG), 2);
      await page.reload();
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    }
    const answer = await ask(page, "after");
    expect(answer.text).toBe("You said: after");
    expect(answer.endMs).toBeLessThan(3_000);
    expect(await engineWorkers(page)).toHaveLength(1);
  });

  test("C12 the engine's worker is killed: a running request fails at once, the next is answered", async ({
    page,
    uncaught,
  }) => {
    const id = await start(page, LONG);
    await frames(page, id, 3);
    await killEngine(page);
    const killed = Date.now();
    const broken = await over(page, id);
    expect(broken.errorCode).toBe("engine_unavailable");
    expect(broken.sawDone).toBe(false);
    const next = await ask(page, "again");
    expect(next.text).toBe("You said: again");
    expect(Date.now() - killed).toBeLessThan(5_000);
    // One that had sent nothing yet is asked again by itself.
    const waiting = await start(page, { pieces: ["kept"], firstDelayMs: 1_500 }, { stream: false });
    await page.waitForTimeout(400);
    await killEngine(page);
    expect(await over(page, waiting)).toMatchObject({ status: 200, text: "kept" });
    expect(await engineWorkers(page)).toHaveLength(1);
    expect(uncaught).toEqual([]);
  });
});

test.describe("a browser without SharedWorker", () => {
  test("B15 the tab with the lock has the engine; when it closes, another takes over", async ({
    context,
    site,
    uncaught,
  }) => {
    await context.addInitScript(() => Reflect.deleteProperty(window, "SharedWorker"));
    const first = await openTab(context, site.url);
    expect((await ask(first, "first")).text).toBe("You said: first");
    const second = await openTab(context, site.url);
    const both = await Promise.all([ask(first, "a"), ask(second, "b")]);
    expect(both.map(({ text }) => text)).toEqual(["You said: a", "You said: b"]);
    expect(await engineWorkers(second)).toHaveLength(1);
    // The app's own side, as the models page uses it, reaches the other tab as well.
    await second.evaluate(async () => {
      const { startSlashV1 } = (await import(
        `${location.origin}/slash-v1.js`
      )) as typeof import("../../src/embed.ts");
      const { admin } = await startSlashV1({ serviceWorker: "sw.js" });
      for await (const { model } of admin.status(new AbortController().signal)) {
        if (model === "scripted") return;
      }
    });

    // In mid-answer of the other tab.
    const id = await start(second, LONG);
    await frames(second, id, 3);
    await first.close();
    const closed = Date.now();
    const broken = await over(second, id);
    expect(broken.errorCode).toBe("engine_unavailable");
    const next = await ask(second, "taken over");
    expect(next.text).toBe("You said: taken over");
    expect(Date.now() - closed).toBeLessThan(5_000);
    expect(uncaught).toEqual([]);
  });

  test("the tab with the engine reloads while another one asks", async ({ context, site }) => {
    await context.addInitScript(() => Reflect.deleteProperty(window, "SharedWorker"));
    const first = await openTab(context, site.url);
    await ask(first, "warm");
    const second = await openTab(context, site.url);
    await first.reload();
    expect(await ask(second, "asked")).toMatchObject({ status: 200, text: "You said: asked" });
    await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(await ask(first, "back")).toMatchObject({ status: 200, text: "You said: back" });
    expect(await engineWorkers(second)).toHaveLength(1);
  });
});
