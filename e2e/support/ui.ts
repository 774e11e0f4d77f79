import type { Locator, Page } from "playwright/test";
import { expect } from "./test.ts";

/** What a script for the scripted engine looks like inside a message. */
export function script(fields: object): string {
  return `[[script ${JSON.stringify(fields)}]]`;
}

/** A chat with nothing in it, and the composer ready. */
export async function newChat(page: Page): Promise<void> {
  await page.keyboard.press("Control+Shift+O");
  await expect(page.getByRole("heading", { name: "What shall we talk about?" })).toBeVisible();
}

export function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: "Message", exact: true });
}

/** Writes a message and sends it by Enter. */
export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** The answers of the open conversation. */
export function answers(page: Page): Locator {
  return page.locator("slash-answer article");
}

/** Resolves when nothing is being answered any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeVisible();
}

export const places = ["Chat", "Models", "Console", "Settings"] as const;

/** Goes to a place, and waits until it is there: its code comes when it is first shown. */
export async function go(page: Page, place: (typeof places)[number]): Promise<void> {
  await page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: place }).click();
  const shown = page.locator(`slash-${place.toLowerCase()}`);
  await expect(shown.getByRole("heading", { level: 1 }).first()).toBeVisible();
}

/** Deletes the site's own model: without its files, the site is as on a first visit. */
export async function deleteModel(page: Page): Promise<void> {
  await go(page, "Models");
  const here = page.getByRole("region", { name: "On this device" });
  await here.getByRole("button", { name: "Delete Scripted", exact: true }).click();
  await here.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(here.getByRole("rowheader", { name: "Scripted scripted" })).toHaveCount(0);
  await go(page, "Chat");
}
