import { expect, it } from "vitest";
import type { ModelInfo } from "../../engine/model-info.ts";
import { demoModels } from "../testing/demo-models.ts";
import { groupModels } from "./sort-models.ts";

const ids = (models: readonly ModelInfo[]) => models.map((model) => model.name);

it("puts what is here first, then what fits, then what does not", () => {
  const groups = groupModels(demoModels("loaded"));
  expect(ids(groups.here)).toEqual(["SmolLM2 135M", "Qwen3 0.6B"]);
  expect(ids(groups.fits)).toEqual(["Snowflake Arctic Embed S", "Llama 3.2 1B Instruct"]);
  expect(ids(groups.unfit)).toEqual(["Llama 3.1 70B Instruct"]);
});

it("shows the site's own model first of those that fit, and finds by all words", () => {
  expect(ids(groupModels(demoModels("absent")).fits)[0]).toBe("SmolLM2 135M");
  expect(ids(groupModels(demoModels("absent"), "llama 1b").fits)).toEqual([
    "Llama 3.2 1B Instruct",
  ]);
});
