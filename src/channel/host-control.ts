/** From a page to the worker that holds the engine; `connect` carries the port to serve. */
export interface ControlMessage {
  readonly type: "connect";
}

/**
 * The worker's first word to a page, and its answer to every `connect`: a worker that has died without a word is told
 * by its silence.
 */
export interface HelloMessage {
  readonly type: "hello";
  /** False where this kind of worker has no WebGPU; the page then uses another kind. */
  readonly hasGpu: boolean;
  /** The worker's ({@link ownLife}). */
  readonly life: string | null;
}

/**
 * The Web Lock that the tab with the engine holds, where there is no SharedWorker to hold it.
 *
 * @param site - absolute address of the site: others on the same origin have engines of their own
 */
export function hostLock(site: string): string {
  return `slash-v1-host ${site}`;
}

/** Held by the tab that looks after the one with the engine: it alone may take its place. */
export function checkLock(site: string): string {
  return `slash-v1-check-host ${site}`;
}
