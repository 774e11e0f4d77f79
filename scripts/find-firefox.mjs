import { existsSync } from "node:fs";

/** Where distributions and vendors put it. */
const USUAL_PLACES = [
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/snap/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
];

/** The path of a Firefox on this machine: `FIREFOX_PATH`, then the usual places; null if none. */
export function findFirefox() {
  const named = process.env.FIREFOX_PATH;
  if (named !== undefined && named !== "") {
    if (!existsSync(named)) throw new Error(`FIREFOX_PATH names ${named}, which does not exist.`);
    return named;
  }
  return USUAL_PLACES.find((path) => existsSync(path)) ?? null;
}
