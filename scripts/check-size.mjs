import { readdirSync, readFileSync } from "node:fs";
import { Script } from "node:vm";
import { gzipSync } from "node:zlib";

/** KiB, gzip. */
const SERVICE_WORKER = 12;
const PAGE_ENTRY = 45;
/** Files that an install fetches, one after the other (docs/decisions/0504). */
const INSTALLED_FILES = 16;

const SCRIPTED_MARK = "slash-v1 scripted engine (test double)";
/** Found in every build of WebLLM, and nowhere else. */
const WEBLLM_MARK = "TextCompletionExpectsKVEmptyError";

const failures = [];
const file = (path) => readFileSync(`dist/${path}`);
const kib = (bytes) => gzipSync(bytes, { level: 9 }).length / 1024;

const serviceWorker = file("sw.js");
check("sw.js", kib(serviceWorker), SERVICE_WORKER);
try {
  // Parsed, not run: a module's import or export is a syntax error here.
  void new Script(serviceWorker.toString());
} catch {
  failures.push("sw.js is not a classic script");
}

const installed = serviceWorker.toString().match(/"url":"/g)?.length ?? Infinity;
if (installed > INSTALLED_FILES) {
  failures.push(`an install fetches ${installed} files, more than ${INSTALLED_FILES}`);
}

const entry = entryFiles();
check(
  `page entry (${entry.join(", ")})`,
  entry.reduce((sum, path) => sum + kib(file(path)), 0),
  PAGE_ENTRY,
);

for (const path of ["sw.js", ...entry]) {
  if (file(path).includes(WEBLLM_MARK)) failures.push(`${path} contains WebLLM`);
}
for (const path of scripts("dist")) {
  if (file(path).includes(SCRIPTED_MARK)) failures.push(`${path} contains the scripted engine`);
}
// The marks are only worth something while they are found where they belong.
if (!scripts("dist").some((path) => file(path).includes(WEBLLM_MARK))) {
  failures.push("WebLLM's mark is found nowhere in dist");
}
const inScripted = (path) => readFileSync(`dist-scripted/${path}`).includes(SCRIPTED_MARK);
if (!scripts("dist-scripted").some(inScripted)) {
  failures.push("the scripted engine's mark is found nowhere in dist-scripted");
}

for (const failure of failures) console.error(`FAILED: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

function check(name, size, budget) {
  console.log(`${name}: ${size.toFixed(1)} of ${budget} KiB`);
  if (size > budget) failures.push(`${name} is ${size.toFixed(1)} KiB, above ${budget}`);
}

/** The scripts that the page loads before it shows anything: its scripts, and what they import statically. */
function entryFiles() {
  const html = file("index.html").toString();
  const tags = [...html.matchAll(/<script type="module"[^>]* src="\.\/([^"]+)"/g)];
  if (tags.length === 0) throw new Error("dist/index.html has no module script");
  const found = new Set();
  const visit = (path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const [, name] of file(path)
      .toString()
      .matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
      visit(`assets/${name}`);
    }
  };
  for (const [, path] of tags) visit(path);
  return [...found];
}

/** @param {string} folder of a build */
function scripts(folder) {
  const names = (path) => readdirSync(path).filter((name) => name.endsWith(".js"));
  return [...names(folder), ...names(`${folder}/assets`).map((name) => `assets/${name}`)];
}
