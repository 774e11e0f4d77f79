import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { appChunks } from "./scripts/app-chunks.mjs";
import { prebuiltModels } from "./scripts/prebuilt-models.mjs";

/** `vite build --mode scripted`: the test double instead of WebLLM, into a folder of its own. */
const SCRIPTED = "scripted";

/** The entry for pages of other sites. */
const EMBED = "slash-v1";

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
      rolldownOptions: {
        input: { index: "index.html", [EMBED]: "src/embed.ts" },
        // Names of its own may be added to an entry's, for the app's other files.
        preserveEntrySignatures: "allow-extension",
        output: {
          // Sites that embed it import it by name; it may not change with every build.
          entryFileNames: ({ name }) => (name === EMBED ? "[name].js" : "assets/[name]-[hash].js"),
          assetFileNames: "assets/[name]-[hash][extname]",
          codeSplitting: { groups: [appChunks()] },
        },
      },
    },
    worker: {
      format: "es",
      plugins: () => [prebuiltModels()],
      rolldownOptions: {
        output: {
          entryFileNames: "assets/[name]-[hash].js",
          chunkFileNames: "assets/[name]-[hash].js",
        },
      },
    },
    plugins: [
      prebuiltModels(),
      VitePWA({
        strategies: "injectManifest",
        srcDir: "sw",
        filename: "sw.ts",
        injectRegister: false,
        manifest: false,
        injectManifest: {
          rollupFormat: "iife",
          // Larger icons are for the system, which keeps its own copies.
          globPatterns: ["**/*.{html,js,css,webmanifest}", "icons/mark.svg", "icons/icon-192.png"],
          // What drives WebLLM, and the models, are large: cached when a model is first used.
          globIgnores: ["assets/engine-program-*", "models/**"],
          buildPlugins: { vite: [] },
        },
      }),
    ],
  };
});
