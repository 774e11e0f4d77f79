import { unavailable } from "../engine/api-error.ts";

/**
 * A program that is fetched at the first use, and again at the next one when that failed.
 *
 * @throws ApiError 503 when it could not be fetched
 */
export function lazyProgram<T>(load: () => Promise<T>): () => Promise<T> {
  let program: Promise<T> | null = null;
  return async () => {
    const current = (program ??= load());
    try {
      return await current;
    } catch {
      if (program === current) program = null;
      throw unavailable(
        "engine_unavailable",
        "The engine's program could not be loaded. Check the connection and try again.",
        5,
      );
    }
  };
}
