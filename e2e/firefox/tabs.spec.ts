import {
  ask,
  controlled,
  lives,
  expect,
  frames,
  openTab,
  over,
  start,
  test,
} from "../support/firefox.ts";
import { LONG } from "../support/lifecycle.ts";

/** Runs in a page before its own scripts. */
const withoutSharedWorker = (): void => void Reflect.deleteProperty(window, "SharedWorker");

test("B14 B16 B18 two tabs at once share one engine, the one in the background too", async ({
  firefox,
  site,
}) => {
  const [first, second] = await Promise.all([
    openTab(firefox, site.url),
    openTab(firefox, site.url),
  ]);
  await second.bringToFront();
  const [one, two] = await Promise.all([
    ask(first, { pieces: ["one "], repeat: 40, delayMs: 5 }),
    ask(second, { pieces: ["two "], repeat: 40, delayMs: 5 }),
  ]);
  expect(one.text).toBe("one ".repeat(40));
  expect(two.text).toBe("two ".repeat(40));
  await expect.poll(() => lives(first)).toBe(2);

  // One after the other: the second tab's turn comes when the first one's answer is made.
  const long = await start(first, { pieces: ["long "], repeat: 40, delayMs: 50 });
  await frames(first, long, 3);
  expect((await ask(second, "short")).text).toBe("You said: short");
  const { frames: before } = await first.evaluate((id) => window.asker.state(id), long);
  expect(before).toBeGreaterThan(35);
  expect((await over(first, long)).text).toBe("long ".repeat(40));
});

test("B15 a tab closes in mid-answer: the engine is free for the other one", async ({
  firefox,
  site,
}) => {
  const first = await openTab(firefox, site.url);
  const second = await openTab(firefox, site.url);
  await frames(first, await start(first, LONG), 3);
  await first.close();
  expect(await ask(second, "left")).toMatchObject({ status: 200, text: "You said: left" });
  await expect.poll(() => lives(second)).toBe(2);
});

test("B15 without SharedWorker the tab with the engine closes in mid-answer: the other takes over", async ({
  firefox,
  site,
}) => {
  const first = await openTab(firefox, site.url, withoutSharedWorker);
  expect((await ask(first, "first")).text).toBe("You said: first");
  const second = await openTab(firefox, site.url, withoutSharedWorker);
  expect((await ask(second, "second")).text).toBe("You said: second");
  await expect.poll(() => lives(second)).toBe(2);

  const id = await start(second, LONG);
  await frames(second, id, 3);
  await first.close();
  const broken = await over(second, id);
  expect(broken.failure ?? broken.errorCode).not.toBeNull();
  expect(broken).toMatchObject({ sawDone: false, finish: null });
  expect(await ask(second, "taken over")).toMatchObject({
    status: 200,
    text: "You said: taken over",
  });
  await expect.poll(() => lives(second)).toBe(2);
});

test("C19 reloads in mid-answer: one engine is alive, and answers", async ({ firefox, site }) => {
  const page = await openTab(firefox, site.url);
  for (let round = 0; round < 3; round++) {
    await frames(page, await start(page, LONG), 2);
    await page.reload();
    await controlled(page);
  }
  expect(await ask(page, "after")).toMatchObject({ status: 200, text: "You said: after" });
  await expect.poll(() => lives(page)).toBe(2);
});

test("offline: the server is gone, the page reloads, and answers", async ({ firefox, site }) => {
  const page = await openTab(firefox, site.url);
  expect((await ask(page, "on")).text).toBe("You said: on");
  await site.stop();
  await page.reload();
  await controlled(page);
  expect(await ask(page, "off")).toMatchObject({ status: 200, text: "You said: off" });
});
