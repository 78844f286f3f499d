import { vi } from "vitest";

declare global {
  var environmentAtStart: NodeJS.ProcessEnv | undefined;
}

// The test files of a worker share its process, so that libraries load once. The project's own modules are evaluated again for
// each file, in the environment that the worker started with, so that no file depends on a previous one.
vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();

globalThis.environmentAtStart ??= { ...process.env };
const start = globalThis.environmentAtStart;
for (const name of Object.keys(process.env)) if (!(name in start)) delete process.env[name];
Object.assign(process.env, start);
