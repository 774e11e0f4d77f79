import { describe, expect, it } from "vitest";
import type { EngineStatus } from "../../engine/engine.ts";
import { describeStatus, type StatusInputs } from "./describe-status.ts";

const idle: EngineStatus = {
  state: "idle",
  host: "shared-worker",
  device: {
    vendor: "apple",
    architecture: "metal-3",
    description: "Apple M3",
    features: [],
    maxBufferSize: 1,
    maxStorageBufferBindingSize: 1,
    isFallback: false,
  },
  model: "m",
  progress: null,
  running: 0,
  waiting: 0,
  tokensPerSecond: null,
  downloads: {},
  errors: [],
};
const downloading = {
  model: "m",
  phase: "downloading",
  loadedBytes: 41e6,
  totalBytes: 98e6,
  bytesPerSecond: 4.75e6,
} as const;

function say(status: Partial<EngineStatus> | null, more: Partial<StatusInputs> = {}): string {
  return describeStatus({
    status: status && { ...idle, ...status },
    models: [],
    obstacle: null,
    online: true,
    before: null,
    ...more,
  }).parts.join(" · ");
}

describe("the status line", () => {
  it.each<[string, Partial<EngineStatus> | null, Partial<StatusInputs>]>([
    ["Starting", null, {}],
    ["Ready · m · Apple M3", {}, {}],
    ["Ready · m · Offline · Apple M3", {}, { online: false }],
    ["No model loaded · Apple M3", { model: null }, {}],
    ["Loading m · 41 of 98 MB · 12 s left", { state: "loading", progress: downloading }, {}],
    [
      "Loading m · preparing the graphics device",
      {
        state: "loading",
        progress: { ...downloading, phase: "compiling", loadedBytes: 0, totalBytes: 0 },
      },
      {},
    ],
    [
      "Loading m · reading files · 41 of 98 MB",
      { state: "loading", progress: { ...downloading, phase: "loading", bytesPerSecond: null } },
      {},
    ],
    ["Answering · 38 tokens/s", { state: "answering", tokensPerSecond: 38.2, running: 1 }, {}],
    [
      "Answering · 4.2 tokens/s · 2 waiting",
      { state: "answering", tokensPerSecond: 4.21, running: 1, waiting: 2 },
      {},
    ],
    [
      "Waiting · 2 before you",
      { state: "answering", tokensPerSecond: 38, running: 1, waiting: 2 },
      { before: 2 },
    ],
    ["Fetching m · 41 of 98 MB · 12 s left", { downloads: { m: downloading } }, {}],
    ["This browser has no WebGPU", {}, { obstacle: "no-webgpu" }],
    ["The browser finds no graphics device", { state: "unsupported" }, {}],
    ["The model could not start", { state: "failed" }, {}],
  ])("says “%s”", (words, status, more) => {
    expect(say(status, more)).toBe(words);
  });

  it("calls models by their names where it knows them", () => {
    const model = { id: "m", name: "SmolLM2 135M" } as StatusInputs["models"][number];
    expect(say({}, { models: [model] })).toBe("Ready · SmolLM2 135M · Apple M3");
  });

  it("admits software graphics", () => {
    expect(say({ device: { ...idle.device!, isFallback: true } })).toContain("slow");
  });
});
