import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts", "test/programs/**/*.test.ts"],
    globalSetup: "test/support/temporary-files.ts",
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
