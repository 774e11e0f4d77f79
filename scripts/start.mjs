import { run, setUp } from "./set-up.mjs";

// Sets up, builds, serves and prints the address. PORT and HOST choose another one.
setUp();
run("npm", ["run", "build", "--silent"]);
run("node", ["scripts/serve.mjs"]);
