/** From a page to the service worker. */
export type ToServiceWorker =
  /** Brings a port that the engine serves. */
  | { readonly type: "slash-v1:engine-port" }
  /** Brings a port for which the page that holds the engine is to be found. */
  | { readonly type: "slash-v1:find-engine" }
  /** The page has all it needs: files for a start without a network may be fetched. The port is told `true` when all are kept, `false` when they could not be. */
  | { readonly type: "slash-v1:keep" }
  /** Answer to the worker's own. */
  | { readonly type: "slash-v1:awake" }
  /** The user wants the waiting version now. */
  | { readonly type: "slash-v1:take-over" };

/** From the service worker to a page. */
export type FromServiceWorker =
  /** Brings a port that the page hands to the engine's worker. */
  | { readonly type: "slash-v1:connect" }
  /** Asks for a word over the port from the page that has the engine; the others say nothing. */
  | { readonly type: "slash-v1:has-engine" }
  /** The tab that has the engine may be frozen: another one finds out, and takes its place. */
  | { readonly type: "slash-v1:check-host" }
  /** Asks for a message back: only events keep a service worker awake. */
  | { readonly type: "slash-v1:awake" };
