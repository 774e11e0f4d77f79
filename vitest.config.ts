import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src,sw,model,docs}/**/*.test.ts"],
    environment: "node",
  },
});
