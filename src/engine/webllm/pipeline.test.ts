import type { MLCEngine } from "@mlc-ai/web-llm";
import { describe, expect, it } from "vitest";
import { deviceOf, pipelineOf } from "./pipeline.ts";

const device = {};

/** A WebLLM engine as far as it is looked at: its map of pipelines. */
function engineWith(pipeline: object): MLCEngine {
  return { loadedModelIdToPipeline: new Map([["model", pipeline]]) } as unknown as MLCEngine;
}

/** What WebLLM makes for a model that embeds: none of a chat model's methods. */
const embedding = { tvm: { lib: { webGPUContext: { device } } }, embedStep: () => {} };

describe("a model's pipeline", () => {
  it("tells its device, also when the model only embeds", () => {
    expect(deviceOf(engineWith(embedding), "model")).toBe(device);
  });

  it("is refused by name when it cannot be driven", () => {
    expect(() => pipelineOf(engineWith(embedding), "model")).toThrow("resetChat");
    expect(() => pipelineOf(engineWith(embedding), "other")).toThrow("'other'");
  });
});
