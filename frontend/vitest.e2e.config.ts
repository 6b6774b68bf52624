import { defineConfig } from "vitest/config";

/** Minutes, because what is awaited takes as long as a busy machine needs. */
const PATIENCE = 4 * 60_000;

export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
  },
});
