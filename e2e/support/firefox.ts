import { test as base } from "playwright/test";
import puppeteer, { type Browser } from "puppeteer-core";
import { findFirefox } from "../../scripts/find-firefox.mjs";
import { openSite, type Site } from "./test.ts";

/** WebGPU on whatever Vulkan there is (Mesa's software one will do), and JSON shown as it came. */
const PREFERENCES = {
  "dom.webgpu.enabled": true,
  "dom.webgpu.workers.enabled": true,
  "gfx.webgpu.force-enabled": true,
  "gfx.webgpu.ignore-blocklist": true,
  "devtools.jsonview.enabled": false,
};

/** Opens a Firefox with a profile of its own. Skips the test where there is none. */
export async function launchFirefox(): Promise<Browser> {
  const executablePath = findFirefox();
  base.skip(executablePath === null, "no Firefox here: set FIREFOX_PATH");
  return puppeteer.launch({
    browser: "firefox",
    executablePath: executablePath ?? "",
    protocolTimeout: 300_000,
    extraPrefsFirefox: PREFERENCES,
  });
}

/** A browser and a server of its own for every test. */
export const test = base.extend<{ site: Site; firefox: Browser }>({
  site: async ({}, use) => {
    const site = await openSite("dist-scripted");
    await use(site);
    await site.stop();
  },
  firefox: async ({}, use) => {
    const browser = await launchFirefox();
    await use(browser);
    await browser.close();
  },
});

export { expect } from "playwright/test";
export * from "./puppeteer-page.ts";
