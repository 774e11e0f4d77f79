import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sirv from "sirv";
import { headersFor } from "./headers.mjs";

/** A request under /v1/ that reaches the server has missed the service worker: never the app page. */
const NOT_HERE = JSON.stringify({
  error: {
    message:
      "The server has no /v1: the site's service worker answers it. Open the site once, then try again.",
    type: "server_error",
    param: null,
    code: "engine_unavailable",
  },
});

/**
 * Serves a built site as a static host would.
 *
 * @param {string} folder - of the build
 * @param {{ port?: number, host?: string, base?: string, extra?: Record<string, string> }} [options] - `base`: the path
 *   under which the site lives; `extra`: further folders by the path (below the base) they appear under
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serve(folder, { port = 0, host = "127.0.0.1", base = "/", extra = {} } = {}) {
  if (!existsSync(folder)) throw new Error(`There is no build in ${folder}: run npm run build.`);
  const files = staticFiles(folder, true);
  const others = Object.entries(extra).map(([path, from]) => ({
    path,
    files: staticFiles(from, false),
  }));
  const server = createServer((request, response) => {
    const url = request.url ?? "/";
    if (!url.startsWith(base)) {
      response.writeHead(404).end();
      return;
    }
    request.url = `/${url.slice(base.length)}`;
    if (/^\/v1(\/|$|\?)/.test(request.url)) {
      response.writeHead(503, { "content-type": "application/json", "cache-control": "no-store" });
      response.end(NOT_HERE);
      return;
    }
    const other = others.find(({ path }) => request.url?.startsWith(path));
    if (other !== undefined) request.url = `/${request.url.slice(other.path.length)}`;
    (other?.files ?? files)(request, response, () =>
      response.writeHead(404, { "content-type": "text/plain" }).end("Not found"),
    );
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actualPort = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host === "0.0.0.0" ? "localhost" : host}:${actualPort}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {string} folder
 * @param {boolean} single - addresses of pages get the app; a missing file is missing
 */
function staticFiles(folder, single) {
  return sirv(folder, {
    dev: true,
    etag: true,
    single,
    ignores: [/^\/(assets|models|icons)\//, /\.\w+$/],
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(headersFor(path))) response.setHeader(name, value);
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? "dist";
  const port = Number(process.env.PORT ?? 4173);
  try {
    const { url } = await serve(folder, { port, host: process.env.HOST ?? "localhost" });
    console.log(`slash-v1 is at ${url}`);
  } catch (error) {
    if (error?.code !== "EADDRINUSE") throw error;
    console.error(`Port ${port} is taken. Choose another one: PORT=${port + 1} npm start`);
    process.exitCode = 1;
  }
}
