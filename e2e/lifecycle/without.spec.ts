import { networkInterfaces } from "node:os";
import { openHub } from "../support/hub.ts";
import { ask, expect, openTab, test } from "../support/lifecycle.ts";
import { openSite } from "../support/test.ts";

test.describe("B21 a page without a service worker", () => {
  for (const [name, script] of [
    [
      "there is none",
      () => Reflect.deleteProperty(Object.getPrototypeOf(navigator) as object, "serviceWorker"),
    ],
    [
      "the browser refuses it",
      () => {
        // A blank page has none.
        if (!("ServiceWorkerContainer" in window)) return;
        ServiceWorkerContainer.prototype.register = () =>
          Promise.reject(new DOMException("Not here.", "SecurityError"));
      },
    ],
    [
      "even asking for it throws",
      () =>
        Object.defineProperty(Object.getPrototypeOf(navigator) as object, "serviceWorker", {
          get: () => {
            throw new DOMException("Not here.", "SecurityError");
          },
        }),
    ],
  ] as const) {
    test(`${name}: the chat answers in the page itself`, async ({ context, site, uncaught }) => {
      await context.addInitScript(script);
      const page = await context.newPage();
      await page.goto(site.url);
      const box = page.getByPlaceholder("Message Scripted");
      await box.fill("hello there");
      await box.press("Enter");
      await expect(page.getByText("You said: hello there").first()).toBeVisible({
        timeout: 20_000,
      });
      expect(uncaught).toEqual([]);
    });
  }
});

test("C18 without storage: clear words, no ReferenceError", async ({ context, site, uncaught }) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, "caches");
    Object.defineProperty(window, "sessionStorage", {
      get: () => {
        throw new DOMException("Blocked.", "SecurityError");
      },
    });
  });
  const page = await openTab(context, site.url);
  expect((await ask(page, "still here")).text).toBe("You said: still here");
  expect(uncaught).toEqual([]);
});

test("C18 an insecure address: the page says what it needs, and nothing is thrown", async ({
  context,
  uncaught,
}) => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((face) => face?.family === "IPv4" && !face.internal)?.address;
  test.skip(address === undefined, "this machine has no address but its own");
  const site = await openSite("dist");
  const hub = await openHub(site.url, "0.0.0.0");
  try {
    const page = await context.newPage();
    await page.goto(`http://${address}:${new URL(hub.url).port}/`);
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await expect(page.getByText(/https/i).first()).toBeVisible({ timeout: 20_000 });
    expect(uncaught.filter((error) => /ReferenceError|TypeError/.test(error))).toEqual([]);
  } finally {
    await hub.stop();
    await site.stop();
  }
});
