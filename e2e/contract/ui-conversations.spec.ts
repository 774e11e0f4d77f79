import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright/test";
import { answers, composer, deleteModel, newChat, send, settled } from "../support/ui.ts";
import { expect, test } from "../support/test.ts";

const list = (page: Page) => page.locator("slash-chat > aside, slash-chat aside").first();

/** Presses a key until something has the focus; the conversations of earlier tests may lie between. */
async function walkTo(page: Page, key: "Tab" | "Shift+Tab", goal: Locator): Promise<void> {
  await expect(goal).toBeVisible();
  for (let steps = 0; steps < 200; steps++) {
    if (await goal.evaluate((element) => element.matches(":focus"))) return;
    await page.keyboard.press(key);
  }
  await expect(goal).toBeFocused();
}

async function converse(page: Page, text: string): Promise<void> {
  await newChat(page);
  await send(page, text);
  await expect(page).toHaveURL(/\?c=/);
  await settled(page);
}

test.describe("conversations", () => {
  test("are named after the first line, listed, found, and opened by address", async ({ page }) => {
    await converse(page, "Alpha subject\nwith a second line");
    const address = page.url();
    await converse(page, "Beta subject");
    await expect(list(page).getByRole("link", { name: "Alpha subject" })).toBeVisible();
    await list(page).getByRole("searchbox").fill("second line");
    await expect(list(page).getByRole("link", { name: "Beta subject" })).toBeHidden();
    await list(page).getByRole("link", { name: "Alpha subject" }).first().click();
    await expect(page).toHaveURL(address);
    await expect(answers(page)).toContainText("with a second line");
    await page.goBack();
    await expect(answers(page)).toContainText("Beta subject");
    await list(page).getByRole("searchbox").fill("");
  });

  test("are renamed in place and deleted with a way back", async ({ page }) => {
    await converse(page, "To be renamed");
    await list(page).getByRole("link", { name: "To be renamed" }).hover();
    await list(page).getByRole("button", { name: "Rename “To be renamed”" }).click();
    const field = list(page).getByRole("textbox", { name: "Title" });
    await field.fill("Renamed");
    await field.press("Enter");
    await expect(page.getByRole("heading", { name: "Renamed" })).toBeVisible();
    await list(page).getByRole("link", { name: "Renamed" }).hover();
    await list(page).getByRole("button", { name: "Delete “Renamed”" }).click();
    await expect(list(page).getByRole("link", { name: "Renamed" })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await list(page).getByRole("link", { name: "Renamed" }).click();
    await expect(answers(page)).toContainText("To be renamed");
  });

  test("can be walked by keyboard alone, from a first visit to an exported file", async ({
    page,
  }) => {
    await deleteModel(page);
    await page.keyboard.press("Control+Shift+O");
    await walkTo(page, "Tab", page.getByRole("button", { name: "Get the model" }));
    await page.keyboard.press("Enter");
    await expect(composer(page)).toBeFocused();
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Enter");
    await expect(answers(page)).toContainText("You said: By keyboard");
    await settled(page);
    await walkTo(page, "Shift+Tab", page.getByRole("button", { name: "More" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Export this as Markdown" })).toBeFocused();
    const download = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    const file = await download;
    expect(file.suggestedFilename()).toBe("By-keyboard.md");
    expect(await readFile(await file.path(), "utf8")).toContain("## You\n\nBy keyboard\n\n");
  });

  test("come back from an exported file", async ({ page }) => {
    await converse(page, "Exported subject");
    const menu = async (name: string) => {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("button", { name }).click();
    };
    const download = page.waitForEvent("download");
    await menu("Export all as JSON");
    const path = await (await download).path();
    await list(page).getByRole("link", { name: "Exported subject" }).hover();
    await list(page).getByRole("button", { name: "Delete “Exported subject”" }).click();
    await expect(list(page).getByRole("link", { name: "Exported subject" })).toHaveCount(0);
    const chooser = page.waitForEvent("filechooser");
    await menu("Import from a file");
    await (await chooser).setFiles(path);
    await expect(list(page).getByRole("link", { name: "Exported subject" })).toHaveCount(1);
  });
});
