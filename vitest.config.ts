import { defineConfig } from "vitest/config";
import { prebuiltModels } from "./scripts/prebuilt-models.mjs";

export default defineConfig({
  plugins: [prebuiltModels()],
  test: {
    include: ["{src,sw,model,docs}/**/*.test.ts"],
    environment: "node",
  },
});
