import { chromium, type BrowserContext } from "playwright";
import { findChromium } from "../../scripts/find-chromium.mjs";

/** Real WebGPU without a GPU, and no calls home. */
const CHROMIUM_ARGS = [
  "--enable-unsafe-webgpu",
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface LaunchOptions {
  /** Kept between launches; default: a fresh one that goes with the context. */
  readonly profile?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly args?: readonly string[];
}

/**
 * A browser of its own. Only a persistent context has the storage of a real one; an incognito one keeps everything in
 * memory.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<BrowserContext> {
  const executablePath = await findChromium();
  if (executablePath === null) throw new Error("No Chromium: run npm test, or set CHROMIUM_PATH.");
  return chromium.launchPersistentContext(options.profile ?? "", {
    executablePath,
    headless: true,
    args: [
      ...CHROMIUM_ARGS,
      // SWIFTSHADER=0 tests on the machine's own GPU.
      ...(process.env["SWIFTSHADER"] === "0" ? [] : ["--use-webgpu-adapter=swiftshader"]),
      ...(options.args ?? []),
    ],
    viewport: options.viewport ?? { width: 1280, height: 800 },
    serviceWorkers: "allow",
  });
}
