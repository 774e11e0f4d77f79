import { describe, expect, it } from "vitest";
import type { DeviceInfo } from "../engine.ts";
import { embeddedModel } from "./embedded-model.ts";

const device: DeviceInfo = {
  vendor: "",
  architecture: "",
  description: "",
  features: [],
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  isFallback: false,
};

describe("embeddedModel", () => {
  it("takes the float16 library where the device has half precision", () => {
    const library = (features: readonly string[]): string =>
      embeddedModel("https://example.org/app/", { ...device, features }).library;
    expect(library(["shader-f16"])).toMatch(/\/app\/models\/.*-f16\.wasm$/);
    expect(library(["shader-f16", "subgroups"])).toMatch(/-f16\.wasm$/);
    expect(library([])).toMatch(/-f32\.wasm$/);
  });

  it("takes the library whose threads read together where the device has subgroups only", () => {
    const { library } = embeddedModel("https://example.org/", {
      ...device,
      features: ["subgroups"],
    });
    expect(library).toMatch(/-f32-subgroups\.wasm$/);
  });

  it("needs nothing of a device that is not known yet", () => {
    const { library, requiredFeatures } = embeddedModel("https://example.org/", null);
    expect(library).toMatch(/-f32\.wasm$/);
    expect(requiredFeatures).toEqual([]);
  });
});
