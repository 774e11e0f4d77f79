import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";

/** `vite build --mode scripted`: the test double instead of WebLLM, into a folder of its own. */
const SCRIPTED = "scripted";

/**
 * For the page and for every worker script: workers go by their own headers. WebAssembly needs `wasm-unsafe-eval`;
 * the checked model library is loaded from a blob. Models of other sites come over https.
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
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

const headers = {
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** A request under /v1/ that reaches the server has missed the service worker: never the app page. */
function apiIsNotHere(): Plugin {
  return {
    name: "api-is-not-here",
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!/^\/v1(\/|$|\?)/.test(request.url ?? "")) return next();
        response.writeHead(503, {
          "content-type": "application/json",
          "cache-control": "no-store",
        });
        response.end(
          JSON.stringify({
            error: {
              message:
                "The server has no /v1: the site's service worker answers it. Open the site once, then try again.",
              type: "server_error",
              param: null,
              code: "engine_unavailable",
            },
          }),
        );
      });
    },
  };
}

export default defineConfig(({ mode }) => {
  const isScripted = mode === SCRIPTED;
  return {
    // Relative: one build works at any address.
    base: "./",
    define: { __SCRIPTED__: JSON.stringify(isScripted) },
    build: {
      outDir: isScripted ? "dist-scripted" : "dist",
      target: "es2022",
      modulePreload: false,
      chunkSizeWarningLimit: 7000,
      rolldownOptions: { output: { assetFileNames: "assets/[name]-[hash][extname]" } },
    },
    worker: {
      format: "es",
      rolldownOptions: {
        output: {
          entryFileNames: "assets/[name]-[hash].js",
          chunkFileNames: "assets/[name]-[hash].js",
        },
      },
    },
    preview: { headers },
    plugins: [
      apiIsNotHere(),
      VitePWA({
        strategies: "injectManifest",
        srcDir: "sw",
        filename: "sw.ts",
        injectRegister: false,
        manifest: false,
        injectManifest: {
          rollupFormat: "iife",
          globPatterns: ["**/*.{html,js,css,svg,png,webmanifest}"],
          // Engine and model are large: cached when a model is first used.
          globIgnores: ["assets/engine-*", "models/**"],
          buildPlugins: { vite: [] },
        },
      }),
    ],
  };
});
