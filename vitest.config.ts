import { defineConfig } from "vitest/config";
import { prebuiltModels } from "./scripts/prebuilt-models.mjs";

export default defineConfig({
  plugins: [prebuiltModels()],
  test: {
    include: ["src/**/*.test.ts", "sw/**/*.test.ts", "model/**/*.test.ts"],
    environment: "node",
  },
});
