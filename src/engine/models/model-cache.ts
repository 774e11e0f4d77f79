import { ApiError, unavailable } from "../api-error.ts";

/**
 * A cache for model files.
 *
 * @throws ApiError 503 in words, where the browser keeps no files for this page
 */
export async function openCache(name: string): Promise<Cache> {
  const store = storeOf();
  if (store === null) throw noStorage();
  try {
    return await store.open(name);
  } catch (error) {
    if (isFull(error)) throw storageFull(0, error);
    throw noStorage(error);
  }
}

/** The cache, if it is there already: asking makes none. */
export async function existingCache(name: string): Promise<Cache | null> {
  try {
    return (await storeOf()?.has(name)) === true ? await caches.open(name) : null;
  } catch {
    // Blocked storage holds nothing.
    return null;
  }
}

/** Null in insecure contexts, and where the browser blocks storage. */
function storeOf(): CacheStorage | null {
  try {
    return (globalThis as { readonly caches?: CacheStorage }).caches ?? null;
  } catch {
    return null;
  }
}

/** True for the error of a store that takes no more. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}

/** @param neededBytes - size of the whole model; 0 when not known */
export function storageFull(neededBytes: number, cause?: unknown): ApiError {
  const size = neededBytes > 0 ? `: the model needs ${Math.ceil(neededBytes / 1e6)} MB` : "";
  return new ApiError(
    {
      status: 507,
      type: "server_error",
      code: "insufficient_storage",
      param: null,
      message: `The browser's storage for this site is full${size}. Free some space on this device, or delete other models, and try again.`,
    },
    { cause },
  );
}

function noStorage(cause?: unknown): ApiError {
  const why = globalThis.isSecureContext
    ? "a private window, a frame of another site, or blocked site data"
    : "it needs https, or localhost";
  const { status, type, code, param, message } = unavailable(
    "model_not_downloaded",
    `The browser keeps no files for this page (${why}), so no model can be stored.`,
  );
  return new ApiError({ status, type, code, param, message }, { cause });
}
