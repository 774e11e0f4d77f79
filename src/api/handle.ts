import { ApiError, toApiError } from "../engine/api-error.ts";
import type { ApiContext } from "./api-context.ts";
import { createChatCompletion } from "./chat/create-chat-completion.ts";
import { createCompletion } from "./completions/create-completion.ts";
import { createEmbeddings } from "./embeddings/create-embeddings.ts";
import { errorResponse } from "./http/error-response.ts";
import { finishResponse } from "./http/finish-response.ts";
import type { Call } from "./jobs/call.ts";
import { belowBase, unknownUrl } from "./known-routes.ts";
import { getModel, listModels } from "./models/models.ts";
import { createResponse } from "./responses/create-response.ts";
import { deleteResponse, getResponse, listInputItems } from "./responses/stored-responses.ts";
import { followStream, stopStream } from "./streams/stored-streams.ts";

type Handler = (call: Call) => Promise<Response>;
type Methods = Readonly<Record<string, Handler>>;

/** Paths below `basePath`; a group catches an id. */
const routes: readonly (readonly [RegExp, Methods])[] = [
  [/^\/chat\/completions$/, { POST: createChatCompletion }],
  [/^\/completions$/, { POST: createCompletion }],
  [/^\/embeddings$/, { POST: createEmbeddings }],
  [/^\/responses$/, { POST: createResponse }],
  [/^\/responses\/([^/]+)$/, { GET: getResponse, DELETE: deleteResponse }],
  [/^\/responses\/([^/]+)\/input_items$/, { GET: listInputItems }],
  [/^\/stream$/, { GET: followStream, DELETE: stopStream }],
  [/^\/models$/, { GET: listModels }],
  [/^\/models\/(.+)$/, { GET: getModel }],
];

/**
 * Answers one request under `/v1` in OpenAI's format. Always resolves to a response, unless the request's own signal
 * aborts: then it rejects with the signal's reason, as `fetch` does.
 *
 * @example
 * const client = new OpenAI({ apiKey: "-", baseURL, fetch: (url, init) => handle(new Request(url, init), context) });
 */
export async function handle(request: Request, context: ApiContext): Promise<Response> {
  let response: Response;
  try {
    response = await route(request, context);
  } catch (error) {
    request.signal.throwIfAborted();
    response = errorResponse(toApiError(error));
  }
  return finishResponse(request, response);
}

async function route(request: Request, context: ApiContext): Promise<Response> {
  const url = new URL(request.url);
  const { method } = request;
  const [methods, id] = findRoute(url.pathname, context.basePath) ?? [];
  if (!methods || id === undefined) {
    throw unknownUrl(method, url.pathname, context.basePath);
  }

  const allowed = [...Object.keys(methods), ...(methods["GET"] ? ["HEAD"] : []), "OPTIONS"];
  if (method === "OPTIONS") return optionsResponse(request, allowed.join(", "));
  const name = method === "HEAD" ? "GET" : method;
  // A method may have any name, `constructor` too.
  const handler = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!handler) {
    return errorResponse(
      notHere(
        405,
        "method_not_allowed",
        `${method} is not allowed for ${url.pathname}. Use ${allowed.join(", ")}.`,
      ),
      { allow: allowed.join(", ") },
    );
  }

  const control = new AbortController();
  const abort = (reason?: unknown): void => control.abort(reason);
  request.signal.addEventListener("abort", () => abort(request.signal.reason));
  if (request.signal.aborted) throw request.signal.reason;
  return handler({ request, url, context, id, signal: control.signal, abort });
}

function findRoute(path: string, basePath: string): readonly [Methods, string] | undefined {
  const rest = belowBase(path, basePath);
  if (rest === null) return undefined;
  for (const [pattern, methods] of routes) {
    const match = pattern.exec(rest);
    if (match) return [methods, decode(match[1] ?? "")];
  }
  return undefined;
}

/** Model ids hold slashes, which clients send plain or as `%2F`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function notHere(status: number, code: string, message: string): ApiError {
  return new ApiError({ status, type: "invalid_request_error", code, param: null, message });
}

function optionsResponse(request: Request, allow: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      allow,
      "access-control-allow-origin": "*",
      "access-control-allow-methods": allow,
      // Not "*" alone: it does not cover `authorization`.
      "access-control-allow-headers":
        request.headers.get("access-control-request-headers") ?? "authorization, *",
      "access-control-max-age": "86400",
    },
  });
}
