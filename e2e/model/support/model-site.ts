import { createReadStream, existsSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { openServer } from "../../support/local-server.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** Path prefixes the site serves, and the folders behind them. */
const FOLDERS = {
  "/web-llm/": join(root, "node_modules", "@mlc-ai", "web-llm", "lib"),
  "/models/": join(root, "public", "models"),
};

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** A running server with WebLLM, the model's files, and an empty page. */
export interface ModelSite {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves WebLLM as its package ships it, beside the model as the repacker left it. */
export async function startModelSite(): Promise<ModelSite> {
  const { port, stop } = await openServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    if (path === "/") {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
      return;
    }
    const file = locate(path);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "content-length": statSync(file).size });
    createReadStream(file).pipe(response);
  });
  return { url: `http://localhost:${port}`, close: stop };
}

function locate(path: string): string | undefined {
  for (const [prefix, folder] of Object.entries(FOLDERS)) {
    if (!path.startsWith(prefix)) continue;
    const file = normalize(join(folder, path.slice(prefix.length)));
    if (file.startsWith(folder) && existsSync(file)) return file;
  }
  return undefined;
}
