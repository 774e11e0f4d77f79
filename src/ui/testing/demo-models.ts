import type { ModelInfo } from "../../engine/model-info.ts";

const all = { chat: true, tools: true, json: true, embeddings: false };
const common = { created: 1_764_460_800, ownedBy: "mlc-ai", embedded: false, unfit: null };

/** A catalogue to look at: the site's own model in the given state, and a few others. */
export function demoModels(state: ModelInfo["state"]): ModelInfo[] {
  return [
    {
      ...common,
      id: "smollm2-135m",
      name: "SmolLM2 135M",
      ownedBy: "slash-v1",
      state,
      embedded: true,
      sizeBytes: 98_000_000,
      memoryBytes: 260_000_000,
      parameters: "135M",
      contextLength: 2048,
      capabilities: all,
    },
    {
      ...common,
      id: "Qwen3-0.6B-q4f16_1-MLC",
      name: "Qwen3 0.6B",
      state: "stored",
      sizeBytes: 351_000_000,
      memoryBytes: 1_400_000_000,
      parameters: "0.6B",
      contextLength: 4096,
      capabilities: all,
    },
    {
      ...common,
      id: "Llama-3.2-1B-Instruct-q4f16_1-MLC",
      name: "Llama 3.2 1B Instruct",
      state: "absent",
      sizeBytes: 695_000_000,
      memoryBytes: 879_000_000,
      parameters: "1B",
      contextLength: 4096,
      capabilities: all,
    },
    {
      ...common,
      id: "snowflake-arctic-embed-s-q0f32-MLC-b4",
      name: "Snowflake Arctic Embed S",
      state: "absent",
      sizeBytes: 134_000_000,
      memoryBytes: 238_000_000,
      parameters: "33M",
      contextLength: 512,
      capabilities: { chat: false, tools: false, json: false, embeddings: true },
    },
    {
      ...common,
      id: "Llama-3.1-70B-Instruct-q3f16_1-MLC",
      name: "Llama 3.1 70B Instruct",
      state: "absent",
      sizeBytes: 31_000_000_000,
      memoryBytes: 31_200_000_000,
      parameters: "70B",
      contextLength: 4096,
      capabilities: all,
      unfit: "Needs 31 GB of graphics memory; this device offers about 11 GB.",
    },
  ];
}
