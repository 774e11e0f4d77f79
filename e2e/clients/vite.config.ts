import { defineConfig } from "vite";

/** The client libraries as a page would load them: nothing changed but the bundling. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: "../../dist-clients",
    emptyOutDir: true,
    target: "es2022",
    minify: false,
    lib: {
      entry: ["openai.ts", "langchain.ts", "ai-sdk.ts", "eventsource-parser.ts", "fetch-worker.ts"],
      formats: ["es"],
    },
  },
  define: { "process.env.NODE_ENV": '"production"' },
});
