import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Where distributions and vendors put it. */
const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium on this machine: `CHROMIUM_PATH`, then the usual places, then Playwright's own; null if none. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return named;
  }
  const usual = USUAL_PLACES.find((path) => existsSync(path));
  if (usual !== undefined) return usual;
  const { chromium } = await import("playwright");
  const own = chromium.executablePath();
  return own !== "" && existsSync(own) ? own : null;
}

/** As {@link findChromium}, but installs one where there is none: by apt where that works, else Playwright's own. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found !== null) return found;
  console.log("Installing Chromium …");
  const ways = [
    () => {
      execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
      execFileSync("apt-get", ["install", "-y", "-qq", "chromium"], { stdio: "ignore" });
    },
    () =>
      execFileSync("npx", ["playwright", "install", "--with-deps", "chromium"], {
        stdio: "inherit",
      }),
    // Without the right to install what it needs, that may be there already.
    () => execFileSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit" }),
  ];
  for (const install of ways) {
    try {
      install();
    } catch {
      continue;
    }
    const installed = await findChromium();
    if (installed !== null) return installed;
  }
  throw new Error(
    "No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH.",
  );
}
