import { errorResponse } from "../src/api/http/error-response.ts";
import { jsonResponse } from "../src/api/http/json-response.ts";
import { belowBase, isKnownPath, unknownUrl } from "../src/api/known-routes.ts";
import { embeddedModel } from "../src/engine/models/embedded-model.ts";

declare const self: ServiceWorkerGlobalScope;

/** What is certain without an engine: an address that is none of the API's. Null when only the engine knows. */
export function answerAtOnce({ method, url }: Request, basePath: string): Response | null {
  const { pathname } = new URL(url);
  if (isKnownPath(pathname, basePath)) return null;
  return errorResponse(unknownUrl(method, pathname, basePath));
}

/**
 * What can be told when no page has brought the engine: the site has its own model, whatever else this device holds.
 * Null for everything else. See docs/decisions/0402.
 */
export function answerAlone({ method, url }: Request, basePath: string): Response | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const rest = belowBase(new URL(url).pathname, basePath);
  const { id, created, ownedBy } = embeddedModel(self.registration.scope, null);
  const model = { id, object: "model", created, owned_by: ownedBy };
  if (rest === "/models") return jsonResponse({ object: "list", data: [model] });
  return rest === `/models/${id}` ? jsonResponse(model) : null;
}
