import { randomId } from "../engine/random-id.ts";

let own: Promise<string | null> | null = null;

/**
 * The name of a Web Lock that this context holds as long as it lives; null where there are no locks.
 *
 * A port does not tell when its other end has been killed, and silence tells late. A lock is let go at once, whatever
 * ends its holder.
 */
export function ownLife(): Promise<string | null> {
  own ??= hold();
  return own;
}

function hold(): Promise<string | null> {
  const locks = locksOf();
  if (locks === null) return Promise.resolve(null);
  const name = randomId("slash-v1-life-");
  return new Promise((resolve) => {
    locks
      .request(name, () => {
        resolve(name);
        return new Promise<never>(() => {});
      })
      .catch(() => resolve(null));
  });
}

/**
 * Calls back when the holder of a life is gone.
 *
 * @returns the way to stop watching
 */
export function watchLife(life: string | null, onEnd: () => void): () => void {
  const locks = locksOf();
  if (life === null || locks === null) return () => {};
  const enough = new AbortController();
  locks
    .request(life, { mode: "shared", signal: enough.signal }, () => {
      if (!enough.signal.aborted) onEnd();
    })
    // Stopped, or not allowed: silence will have to tell.
    .catch(() => {});
  return () => enough.abort();
}

/** Insecure contexts have none, nor has every test environment. */
function locksOf(): LockManager | null {
  return (globalThis.navigator as { readonly locks?: LockManager } | undefined)?.locks ?? null;
}
