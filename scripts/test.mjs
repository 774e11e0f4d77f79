import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { ensureChromium } from "./find-chromium.mjs";
import { run, setUp } from "./set-up.mjs";

/**
 * Every level, on a machine with only Node and git. The last line is `N passed, N failed`; the exit code is 0 when
 * nothing failed.
 */
setUp();
process.env.CHROMIUM_PATH = await ensureChromium();

const counts = { passed: 0, failed: 0 };

step("model", () => run("npm", ["run", "-s", "model:build"]));
step("typecheck", () => run("npm", ["run", "-s", "typecheck"]));
step("lint", () => run("npm", ["run", "-s", "lint"]));
step("format", () => run("npm", ["run", "-s", "format:check"]));
step("build", () => run("npm", ["run", "-s", "build"]));
step("build, scripted", () => run("npm", ["run", "-s", "build:scripted"]));
step("build, clients", () => run("npm", ["run", "-s", "build:clients"]));
step("size budgets", () => run("node", ["scripts/check-size.mjs"]));
counted(
  "unit",
  [
    "vitest",
    "run",
    "--reporter=default",
    "--reporter=json",
    "--outputFile.json=test-results/unit.json",
  ],
  readVitest,
);
counted("browser", ["playwright", "test"], readPlaywright);

console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 ? 0 : 1);

/** A check that passes or fails as a whole. */
function step(name, work) {
  heading(name);
  try {
    work();
    counts.passed++;
  } catch {
    console.error(`FAILED: ${name}`);
    counts.failed++;
  }
}

/** A runner that counts for itself. A runner that dies without a report is one failure. */
function counted(name, args, read) {
  heading(name);
  rmSync("test-results", { recursive: true, force: true });
  const { status } = spawnSync("npx", args, { stdio: "inherit" });
  let result = { passed: 0, failed: 0 };
  try {
    result = read();
  } catch {
    console.error(`FAILED: ${name} left no report`);
  }
  if (result.passed + result.failed === 0 || (status !== 0 && result.failed === 0)) result.failed++;
  counts.passed += result.passed;
  counts.failed += result.failed;
}

function readVitest() {
  const { numPassedTests, numFailedTests } = JSON.parse(
    readFileSync("test-results/unit.json", "utf8"),
  );
  return { passed: numPassedTests, failed: numFailedTests };
}

function readPlaywright() {
  const { stats } = JSON.parse(readFileSync("test-results/report.json", "utf8"));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

function heading(name) {
  console.log(`\n== ${name}`);
}
