import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // They need a browser, or programs beside Node.js: `npm run test:all`.
    exclude: ["test/browser/**", "test/programs/**"],
    globalSetup: "test/support/temporary-files.ts",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
    coverage: { provider: "v8", include: ["lib/**", "functions/**"] },
  },
});
