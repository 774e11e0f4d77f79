import { spawnSync } from "node:child_process";

/**
 * `npm run soak -- [minutes] [seed]`: random actions on the scripted build, then the checks. The log and the figures lie
 * in `test-results/`.
 */
const [minutes = "30", seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const { status } = spawnSync(
  "npx",
  ["playwright", "test", "--project", "lifecycle", "--reporter", "list", "soak.spec"],
  { stdio: "inherit", env: { ...process.env, SOAK_MINUTES: minutes, SOAK_SEED: seed } },
);
process.exit(status ?? 1);
