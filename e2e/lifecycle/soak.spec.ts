import { appendFileSync, writeFileSync } from "node:fs";
import { soak } from "../soak/soak.ts";
import { expect, test } from "../support/lifecycle.ts";

/** `npm run soak` sets both; the short form always does the same things. */
const minutes = Number(process.env["SOAK_MINUTES"] ?? 40 / 60);
const seed = Number(process.env["SOAK_SEED"] ?? 20_261_130);

test(`random actions for ${Math.round(minutes * 60)} s: nothing hangs, nothing lies, one engine`, async ({
  context,
  site,
}, info) => {
  test.setTimeout(minutes * 60_000 + 120_000);
  const log = info.outputPath("soak.log");
  const report = await soak(context, site, {
    seed,
    seconds: minutes * 60,
    log: (line) => appendFileSync(log, `${line}\n`),
  });
  writeFileSync(
    info.outputPath("soak.json"),
    JSON.stringify({ minutes, seed, ...report }, null, 2),
  );
  expect(report).toMatchObject({ hung: 0, wrong: 0, engines: 1, uncaught: [] });
  expect(report.answered).toBeGreaterThan(20);
  expect(report.isGood, JSON.stringify(report)).toBe(true);
});
