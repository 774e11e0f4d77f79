import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The commit with the first library, which WebLLM ran at first. */
const COMMIT = "3376f77";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Takes the first model out of the history, with the weights as they were laid out for it. Returns a site's folder. */
export function prototypeSite(): string {
  const place = `${root}.cache/bench/prototype`;
  const site = `${place}/public`;
  if (existsSync(`${site}/index.html`)) return site;
  mkdirSync(place, { recursive: true });
  const shell = `git archive ${COMMIT} model | tar -x -C "${place}"`;
  execFileSync("sh", ["-c", shell], { cwd: root, stdio: "inherit" });
  execFileSync(`${root}node_modules/.bin/tsx`, [`${place}/model/repack/main.ts`], {
    cwd: place,
    stdio: "inherit",
  });
  writeFileSync(`${site}/index.html`, '<!doctype html>\n<meta charset="utf-8" />\n');
  return site;
}
