import { ApiError } from "../engine/api-error.ts";

/** The API's paths below the base path. Small enough for the service worker, which answers a wrong one without an engine. */
const paths = [
  /^\/chat\/completions$/,
  /^\/completions$/,
  /^\/embeddings$/,
  /^\/responses(\/[^/]+(\/input_items)?)?$/,
  /^\/stream$/,
  /^\/models(\/.+)?$/,
];

/** The part of a path below the base path, as `/chat/completions`; null when it does not lie there. */
export function belowBase(path: string, basePath: string): string | null {
  // One slash at the end is forgiven: base URLs are often written with one.
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length).replace(/\/$/, "") : null;
}

/** True for an address of the API, whatever its method. */
export function isKnownPath(path: string, basePath: string): boolean {
  const rest = belowBase(path, basePath);
  return rest !== null && paths.some((pattern) => pattern.test(rest));
}

/** The 404 for an address that is none of the API's. */
export function unknownUrl(method: string, path: string, basePath: string): ApiError {
  return new ApiError({
    status: 404,
    type: "invalid_request_error",
    code: "unknown_url",
    param: null,
    message: `Unknown request URL: ${method} ${path}. The API lives under ${basePath}/.`,
  });
}
