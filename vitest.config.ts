import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "sw/**/*.test.ts", "model/**/*.test.ts"],
    environment: "node",
  },
});
