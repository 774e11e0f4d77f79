import { expect, test } from "../support/test.ts";

test.describe("the models", () => {
  test.beforeEach(async ({ page }) => {
    await page
      .getByRole("navigation", { name: "Places" })
      .getByRole("link", { name: "Models" })
      .click();
  });
  test.afterEach(async ({ page }) => {
    await page
      .getByRole("navigation", { name: "Places" })
      .getByRole("link", { name: "Chat" })
      .click();
  });

  test("are sorted by what can be done with them", async ({ page }) => {
    const here = page.getByRole("region", { name: "On this device" });
    await expect(here.getByRole("rowheader").first()).toContainText("Scripted");
    await expect(here.getByRole("rowheader").first()).toContainText("in use");
    await expect(page.getByRole("region", { name: "Can run here" })).toContainText(
      "Scripted, not fetched",
    );
    await expect(page.getByText(/ used$/)).toBeVisible();
  });

  test("are fetched and deleted, deletion asked once more", async ({ page }) => {
    const name = "Scripted, not fetched";
    await page.getByRole("button", { name: `Fetch ${name}` }).click();
    const here = page.getByRole("region", { name: "On this device" });
    await expect(here).toContainText(name);
    await here.getByRole("button", { name: `Delete ${name}` }).click();
    await expect(here).toContainText("Delete its files");
    await here.getByRole("button", { name: "Keep" }).click();
    await here.getByRole("button", { name: `Delete ${name}` }).click();
    await here.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByRole("region", { name: "Can run here" })).toContainText(name);
  });

  test("by address are checked before anything else", async ({ page }) => {
    await page.getByText("Add a model by its address").click();
    await page.getByLabel("Folder").fill("not an address");
    await page.getByRole("button", { name: "Check and add" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "https://" })).toBeVisible();
    await expect(page.getByLabel("Folder")).toBeFocused();
  });
});
