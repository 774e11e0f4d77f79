import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const LOCK = "package-lock.json";
/** npm's own record of what it installed. */
const INSTALLED = "node_modules/.package-lock.json";

/** Installs the packages if they are missing or not those of the lock file. Needs Node and npm only. */
export function setUp() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Node ${process.versions.node} is too old: slash-v1 needs 20.19 or newer.`);
  }
  if (isInstalled()) return;
  console.log("Installing packages …");
  // Not `npm ci`: it fails on an optional package of Vite's that the registry does not have. The versions are the lock
  // file's all the same, and it is left as it is.
  run("npm", [
    "install",
    "--no-save",
    "--include=dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
}

/**
 * Runs a command, its output shown; throws when it fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function run(command, args, env = process.env) {
  execFileSync(command, args, { stdio: "inherit", env, shell: process.platform === "win32" });
}

function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const wanted = packagesIn(LOCK);
  const present = packagesIn(INSTALLED);
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === "" || optional === true || present[path]?.version === version,
  );
}

/** @param {string} file */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
}
