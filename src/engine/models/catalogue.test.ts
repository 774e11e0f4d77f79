import { ModelType, prebuiltAppConfig } from "@mlc-ai/web-llm";
import { describe, expect, it } from "vitest";
import { builtInModels, prebuiltModels } from "./catalogue.ts";
import { EMBEDDED_MODEL_ID } from "./embedded-model.ts";

describe("the catalogue", () => {
  it("is WebLLM's own list, though WebLLM's program is not asked for it", () => {
    const models = prebuiltModels();
    expect(models.map(({ id }) => id)).toEqual(
      prebuiltAppConfig.model_list.map(({ model_id }) => model_id),
    );
    for (const [index, record] of prebuiltAppConfig.model_list.entries()) {
      expect(models[index]).toMatchObject({
        library: record.model_lib,
        kind: record.model_type === ModelType.embedding ? "embedding" : "chat",
        requiredBufferBytes: record.buffer_size_required_bytes ?? null,
        overrides: record.overrides ?? {},
      });
    }
    expect(models.some(({ kind }) => kind === "embedding")).toBe(true);
  });

  it("begins with the site's own model", () => {
    expect(builtInModels("https://example.test/", null)[0]?.id).toBe(EMBEDDED_MODEL_ID);
  });
});
