import { defineConfig } from "vitest/config";
import { SUITES } from "./test/suites.ts";
import { LongestFirst } from "./test/support/runner/longest-first.ts";

/** The files of a worker share its process: `reset-process.ts` resets what one file leaves to the next. */
const SHARED = {
  isolate: false,
  // Node.js runs the sources as they are; neither Vite transforms them, nor can modules be mocked.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  setupFiles: "test/support/runner/reset-process.ts",
  // The threads of V8's garbage collector spend up to half of a worker's CPU time waiting for each other.
  execArgv: ["--single-threaded-gc"],
};

export default defineConfig({
  test: {
    globalSetup: "test/support/runner/temporary-files.ts",
    pool: "forks",
    // On two cores, a third worker uses the time in which another one waits, for example for a process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A net for what hangs, whatever else the machine does.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    coverage: { provider: "v8", include: ["lib/**", "functions/**"] },
    projects: Object.entries(SUITES).map(([name, suite]) => ({
      extends: true,
      test: { ...SHARED, ...suite, name },
    })),
  },
});
