// Renders the PNG icons of the manifest from the SVG mark: node scripts/render-icons.mjs
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright";

const folder = new URL("../public/icons/", import.meta.url);
const wanted = [
  { from: "mark.svg", to: "icon-192.png", size: 192 },
  { from: "mark.svg", to: "icon-512.png", size: 512 },
  { from: "maskable.svg", to: "maskable-512.png", size: 512 },
];

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  for (const { from, to, size } of wanted) {
    const drawing = await readFile(new URL(from, folder), "utf8");
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw}</style>${drawing}`);
    const picture = await page.screenshot({ omitBackground: true });
    await writeFile(new URL(to, folder), picture);
    console.log(`${to}: ${picture.length} bytes`);
    await page.close();
  }
} finally {
  await browser.close();
}
