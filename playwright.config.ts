import { defineConfig } from "playwright/test";

/**
 * The levels, in the order of how much they prove a minute. Each starts its own server (e2e/support/test.ts), and all
 * use the Chromium that scripts/find-chromium.mjs finds.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  forbidOnly: process.env["CI"] !== undefined,
  // One at a time: a software GPU takes all there is.
  workers: 1,
  // A busy machine may miss a limit once; what fails twice is a fault.
  retries: process.env["CI"] === undefined ? 0 : 1,
  use: { trace: "on-first-retry" },
  fullyParallel: false,
  timeout: 60_000,
  reporter: [["list"], ["json", { outputFile: "test-results/report.json" }]],
  projects: [
    { name: "contract", testDir: "e2e/contract" },
    { name: "lifecycle", testDir: "e2e/lifecycle", timeout: 120_000 },
    { name: "model", testDir: "e2e/model", timeout: 600_000 },
    // Not part of `npm test`, and not Playwright's own: e2e/support/firefox.ts drives the distribution's.
    { name: "firefox", testDir: "e2e/firefox", timeout: 120_000 },
    { name: "real", testDir: "e2e/real", timeout: 300_000 },
    // Waits for minutes; not part of `npm test` (scripts/test.mjs names its projects).
    { name: "slow", testDir: "e2e/slow" },
  ],
});
