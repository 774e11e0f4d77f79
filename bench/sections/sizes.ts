import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { built } from "../support/build.ts";
import { valueOf } from "../support/compare.ts";
import { atMost, type SectionResult } from "../support/figures.ts";

const script = fileURLToPath(new URL("../../scripts/check-size.mjs", import.meta.url));

/** The budgets of scripts/check-size.mjs, on the bench's own builds. */
export async function sizes(): Promise<SectionResult> {
  const place = built("sizes");
  mkdirSync(place, { recursive: true });
  for (const [name, build] of [
    ["dist", "app"],
    ["dist-scripted", "scripted-app"],
  ] as const) {
    if (!existsSync(`${place}/${name}`)) symlinkSync(built(build), `${place}/${name}`);
  }
  const output = execFileSync(process.execPath, [script], { cwd: place, encoding: "utf8" });
  const lines = output.matchAll(/^(.+?)(?: \(.*\))?: ([\d.]+) of ([\d.]+) KiB$/gm);
  return {
    figures: [...lines].map(([, name = "", size, budget]) =>
      valueOf(
        {
          measure: `${name}, gzip`,
          unit: "KiB",
          reference: "(absolute)",
          goal: atMost(Number(budget)),
        },
        [Number(size)],
      ),
    ),
  };
}
