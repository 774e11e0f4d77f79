import type { EngineAdmin } from "../engine/engine.ts";

/** Why something this browser would need is missing; null when all is there. */
export type Obstacle =
  /** Not https and not localhost: no service worker, no caches, no WebGPU. */
  | "insecure-context"
  /** No `navigator.gpu` at all. */
  | "no-webgpu"
  /** `navigator.gpu` is there, but it gives no adapter. */
  | "no-adapter";

/** A new version of the site that waits for the user's word. */
export interface UpdateNotice {
  /** Lets the new service worker take over once no answer runs, then reloads the page. */
  apply(): Promise<void>;
}

/** What the page gets from {@link startSlashV1}. */
export interface SlashV1 {
  /** Absolute, as `https://example.org/v1`; what clients call `baseURL`. */
  readonly baseUrl: string;
  /**
   * `in-page`: there is no service worker here (private window, hard reload that did not recover), so only this
   * `fetch` answers `/v1`.
   */
  readonly mode: "service-worker" | "in-page";
  /** Pass this to clients; with a service worker it is the window's own `fetch`. */
  readonly fetch: typeof fetch;
  readonly obstacle: Obstacle | null;
  readonly admin: EngineAdmin;
  /**
   * Resolves to true once all files are kept that the site needs to open without a network, the model's apart; to false
   * when they could not be.
   */
  readonly kept: Promise<boolean>;
  /** Calls back when a new version waits. Returns the way to stop listening. */
  onUpdate(listener: (notice: UpdateNotice) => void): () => void;
}
