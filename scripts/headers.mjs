/**
 * What a server sends with slash-v1: for the page, and for every worker script, since workers go by their own headers.
 * docs/embedding.md tells sites that embed it what they need of this.
 *
 * WebAssembly needs `wasm-unsafe-eval`; the checked model library is loaded from a blob; models of other sites come
 * over https.
 */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' blob: data: https: http://localhost:* http://127.0.0.1:*",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join("; ");

/** @param {string} path - below the site's folder, with a slash in front */
export function headersFor(path) {
  const isHashed = path.startsWith("/assets/");
  return {
    "content-security-policy": contentSecurityPolicy,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
  };
}
