import { DEFAULT_MAX_BODY_BYTES, type ApiContext } from "../api/api-context.ts";
import { handle } from "../api/handle.ts";
import { IndexedDbResponseStore } from "../api/responses/indexed-db-response-store.ts";
import type { HttpHandler } from "../channel/serve-http.ts";
import type { Engine } from "../engine/engine.ts";

const responses = new IndexedDbResponseStore();

/**
 * `/v1` as a function, for this worker's engine.
 *
 * @param base - absolute address of the site, with a slash at the end
 */
export function createApi(engine: Engine, base: string): HttpHandler {
  const context: ApiContext = {
    engine,
    basePath: new URL("v1", base).pathname,
    responses,
    now: Date.now,
    maxBodyBytes: DEFAULT_MAX_BODY_BYTES,
  };
  return (request) => handle(request, context);
}
