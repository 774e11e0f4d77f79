import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope;

/**
 * Keeps the app's own page and scripts, so that it opens with the network off. Only in the app itself: another site
 * that registers `sw.js?embed` has pages of its own (docs/embedding.md).
 *
 * @param basePath - addresses below it are never the app page
 */
export function serveAppShell(basePath: string): void {
  const manifest = self.__WB_MANIFEST;
  if (new URL(self.location.href).searchParams.has("embed")) return;
  precacheAndRoute(manifest);
  cleanupOutdatedCaches();
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL("index.html"), {
      denylist: [new RegExp(`^${escaped(basePath)}([/?]|$)`)],
    }),
  );
}

/** A path as a regular expression that matches it to the letter. */
function escaped(path: string): string {
  return path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
