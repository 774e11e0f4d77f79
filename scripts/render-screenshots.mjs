// Takes the pictures of the manifest from the built site, with a real answer: npm run build, then
// node scripts/render-screenshots.mjs
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { findChromium } from "./find-chromium.mjs";
import { serve } from "./serve.mjs";

const question = "Explain how a rainbow forms, in three sentences.";
const wanted = [
  { to: "chat-wide.webp", size: { width: 1280, height: 800 }, place: "Chat" },
  { to: "console-wide.webp", size: { width: 1280, height: 800 }, place: "Console" },
  { to: "chat-narrow.webp", size: { width: 360, height: 740 }, place: "Chat" },
  { to: "models-narrow.webp", size: { width: 360, height: 740 }, place: "Models" },
];

const folder = new URL("../public/screenshots/", import.meta.url);
const site = await serve(fileURLToPath(new URL("../dist", import.meta.url)));
const context = await chromium.launchPersistentContext("", {
  executablePath: (await findChromium()) ?? "",
  args: ["--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"],
  viewport: null,
});
try {
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(180_000);
  const session = await context.newCDPSession(page);
  const show = ({ width, height }) =>
    session.send("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      deviceScaleFactor: width < 700 ? 2 : 1,
      mobile: width < 700,
    });
  const go = (place) =>
    page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: place }).click();

  await show({ width: 1280, height: 800 });
  await page.goto(site.url);
  await page.getByRole("button", { name: /^(Get|Start) the model/ }).click();
  await page.getByRole("button", { name: question }).click();
  await page.getByRole("button", { name: "Answer again" }).waitFor();
  await go("Console");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Complete", { exact: true }).first().waitFor();

  await mkdir(folder, { recursive: true });
  for (const { to, size, place } of wanted) {
    await show(size);
    await go(place);
    // The last thing under the pointer would look pressed.
    await page.mouse.move(size.width - 1, size.height / 2);
    await page.waitForTimeout(500);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 });
    const picture = Buffer.from(data, "base64");
    await writeFile(new URL(to, folder), picture);
    console.log(`${to}: ${picture.length} bytes`);
  }
} finally {
  await context.close();
  await site.close();
}
