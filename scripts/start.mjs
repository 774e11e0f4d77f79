import { run, setUp } from "./set-up.mjs";

// Sets up, builds, serves and prints the address. PORT and HOST choose another one.
setUp();
run("npm", ["run", "build", "--silent"]);
try {
  run("node", ["scripts/serve.mjs"]);
} catch {
  // It was stopped, or has told why it could not begin.
  process.exitCode = 1;
}
