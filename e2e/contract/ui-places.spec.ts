import { expectNoViolations } from "../support/axe.ts";
import { launchBrowser } from "../support/browser.ts";
import { expect, openPage, openSite, test } from "../support/test.ts";
import { answers, go, newChat, places, send, settled } from "../support/ui.ts";

test.describe("places", () => {
  test("have addresses, and the back button works", async ({ page, scripted }) => {
    await go(page, "Models");
    await expect(page).toHaveURL(`${scripted.url}models`);
    await expect(page).toHaveTitle("Models · slash-v1");
    await go(page, "Console");
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Models", exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Models", exact: true })).toBeVisible();
  });

  test("are found again as they were left", async ({ page }) => {
    await go(page, "Chat");
    await newChat(page);
    await send(page, "Left open");
    await settled(page);
    await go(page, "Models");
    await go(page, "Chat");
    await expect(answers(page)).toContainText("You said: Left open");
    // From the chat itself, the same link begins a new one.
    await go(page, "Chat");
    await expect(page.getByRole("heading", { name: "What shall we talk about?" })).toBeVisible();
  });

  test("are remembered for the next visit", async ({ page, scripted }) => {
    await go(page, "Settings");
    await page.goto("about:blank");
    await page.goto(scripted.url);
    await expect(page).toHaveURL(`${scripted.url}settings`);
    await go(page, "Chat");
  });

  for (const colorScheme of ["light", "dark"] as const) {
    for (const viewport of [
      { width: 360, height: 740 },
      { width: 1440, height: 900 },
    ]) {
      test(`have nothing axe complains about, ${colorScheme}, ${viewport.width} wide`, async ({
        page,
      }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        for (const place of places) {
          await go(page, place);
          await expectNoViolations(page);
        }
        await go(page, "Chat");
        await newChat(page);
        await send(page, "Hello **there**");
        await settled(page);
        await expectNoViolations(page);
        await page.emulateMedia({ colorScheme: null });
        await page.setViewportSize({ width: 1280, height: 800 });
      });
    }
  }

  test("need no sideways scroll at 320 pixels", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const place of places) {
      await go(page, place);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        320,
      );
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await go(page, "Chat");
  });

  test("take the colours that were chosen, and keep them", async ({ page }) => {
    await go(page, "Settings");
    await page.getByRole("radio", { name: "Dark" }).check();
    await page.reload();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      "rgb(19, 21, 23)",
    );
    await page.getByRole("radio", { name: "As the device" }).check();
    await go(page, "Chat");
  });

  test("load nothing that the content security policy would refuse", async ({ page }) => {
    const refused: string[] = [];
    page.on("console", (message) => {
      if (/content security policy/i.test(message.text())) refused.push(message.text());
    });
    await page.reload();
    for (const place of places) {
      await go(page, place);
    }
    expect(refused).toEqual([]);
    await go(page, "Chat");
  });
});

test("the app works below a path, and finds its way back to it", async () => {
  const site = await openSite("dist-scripted", "/some/where/");
  const context = await launchBrowser();
  try {
    const page = await openPage(context, site.url);
    await go(page, "Models");
    await expect(page).toHaveURL(`${site.url}models`);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Models", exact: true })).toBeVisible();
    await go(page, "Chat");
    await send(page, "Hello");
    await settled(page);
    await expect(page).toHaveURL(new RegExp(`^${site.url}\\?c=`));
  } finally {
    await context.close();
    await site.stop();
  }
});
