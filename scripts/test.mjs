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

/** Of playwright.config.ts, without those that need Firefox or wait for minutes. */
const PROJECTS = ["contract", "lifecycle", "model", "real"];

const counts = { passed: 0, failed: 0 };
/** A line for each test that did not run, with the reason. */
const skipped = [];

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
counted(
  "browser",
  ["playwright", "test", ...PROJECTS.map((name) => `--project=${name}`)],
  readPlaywright,
);

tell("skipped", skipped);
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
  const { stats, suites } = JSON.parse(readFileSync("test-results/report.json", "utf8"));
  const tests = suites.flatMap(testsIn);
  for (const test of tests) {
    if (test.status === "skipped") skipped.push(`  ${test.name} (${reasonOf(test)})`);
  }
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

/** The tests of a suite, and of those in it, with their names. */
function testsIn({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map((test) => ({ ...test, name: `${file}: ${title}` })),
  );
  return [...own, ...suites.flatMap(testsIn)];
}

function tell(what, lines) {
  if (lines.length > 0) console.log(`\n${lines.length} ${what}:\n${lines.join("\n")}`);
}

function reasonOf({ annotations }) {
  return annotations.find(({ type }) => type === "skip")?.description ?? "no reason given";
}

function heading(name) {
  console.log(`\n== ${name}`);
}
