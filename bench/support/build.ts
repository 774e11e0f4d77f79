import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type InlineConfig } from "vite";

const root = fileURLToPath(new URL("../../", import.meta.url));
const bench = `${root}bench/`;
const out = `${root}dist-bench/`;

/** A page without the app, as another site would have it. */
const BLANK = `<!doctype html>\n<meta charset="utf-8" />\n<title>blank</title>\n`;

/** Where a built part of the bench lies. */
export function built(part: string): string {
  return `${out}${part}`;
}

/** Builds the product as it is, and what it is held against, into `dist-bench/`. */
export async function buildAll(): Promise<void> {
  execFileSync(`${root}node_modules/.bin/tsx`, ["model/repack/main.ts"], {
    cwd: root,
    stdio: "inherit",
  });
  buildProduct("app", []);
  buildProduct("scripted-app", ["--mode", "scripted"]);
  for (const [from, to] of [
    ["app", "blank"],
    ["scripted-app", "scripted"],
  ] as const) {
    rmSync(built(to), { recursive: true, force: true });
    cpSync(built(from), built(to), { recursive: true });
    writeFileSync(`${built(to)}/index.html`, BLANK);
  }
  await buildReferences();
}

/** Builds the references alone. */
export async function buildReferences(): Promise<void> {
  await bundle("in-page", "in-page/index.ts", "index.js", "es");
  await bundle("in-page", "in-page/direct.ts", "direct.js", "es");
  for (const name of ["plain-worker", "msw", "webllm", "minimal"]) {
    rmSync(built(name), { recursive: true, force: true });
    mkdirSync(built(name), { recursive: true });
    const from = `${bench}references/${name}/`;
    for (const file of ["index.html", "page.js", "sw.js", "source.js"]) {
      if (existsSync(from + file)) copyFileSync(from + file, `${built(name)}/${file}`);
    }
    copyFileSync(`${bench}references/frames.js`, `${built(name)}/frames.js`);
  }
  await bundle("msw", "references/msw/page.js", "page.js", "es");
  copyFileSync(
    `${root}node_modules/msw/lib/mockServiceWorker.js`,
    `${built("msw")}/mockServiceWorker.js`,
  );
  await bundle("webllm", "references/webllm/page.js", "page.js", "es");
  await bundle("webllm", "references/webllm/sw.js", "sw.js", "iife");
}

function buildProduct(to: string, args: readonly string[]): void {
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const all = [
    vite,
    "build",
    "--logLevel",
    "warn",
    "--emptyOutDir",
    "--outDir",
    built(to),
    ...args,
  ];
  execFileSync(process.execPath, all, { cwd: root, stdio: "inherit" });
}

async function bundle(
  part: string,
  entry: string,
  fileName: string,
  format: "es" | "iife",
): Promise<void> {
  const config: InlineConfig = {
    configFile: false,
    root: bench,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir: built(part),
      emptyOutDir: false,
      target: "es2022",
      lib: { entry: bench + entry, formats: [format], name: "bench", fileName: () => fileName },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  };
  await build(config);
}
