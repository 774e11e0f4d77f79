import type { PrecacheEntry } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { KeptFiles } from "./kept-files.ts";

declare const self: ServiceWorkerGlobalScope;

type Entry = PrecacheEntry | string;

/** While it is missing, navigations go to the network: half a version is never shown. */
const PAGE = "index.html";

/** The engine's worker; whoever embeds us needs nothing else. */
const ENGINE_WORKER = "assets/engine-worker-";

/**
 * Keeps the app's own page and scripts, so that it opens with the network off. Another site that registers `sw.js?embed`
 * has pages of its own (docs/embedding.md): there only the engine's worker is kept.
 *
 * @param basePath - addresses below it are never the app page
 */
export function serveAppShell(basePath: string): KeptFiles {
  const manifest = self.__WB_MANIFEST;
  if (new URL(self.location.href).searchParams.has("embed")) {
    return new KeptFiles(manifest.filter((entry) => urlOf(entry).startsWith(ENGINE_WORKER)));
  }
  const isPage = (entry: Entry): boolean => urlOf(entry) === PAGE;
  const files = new KeptFiles(manifest.toSorted((a, b) => Number(isPage(a)) - Number(isPage(b))));
  registerRoute(
    new NavigationRoute(files.handlerFor(PAGE), {
      denylist: [new RegExp(`^${escaped(basePath)}([/?]|$)`)],
    }),
  );
  return files;
}

function urlOf(entry: Entry): string {
  return typeof entry === "string" ? entry : entry.url;
}

/** A path as a regular expression that matches it to the letter. */
function escaped(path: string): string {
  return path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
