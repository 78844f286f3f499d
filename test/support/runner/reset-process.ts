import { afterEach, beforeEach, vi } from "vitest";
import { changeService } from "#lib/platform/per-service.ts";
import { resetClock } from "#test/support/clock/pass-time.ts";

declare global {
  var environmentAtStart: NodeJS.ProcessEnv | undefined;
}

// The test files of a worker share its process and its modules, so that everything loads once. Before each file, whatever depends on
// the service (clients, caches), the clock, the environment and the globals are as they were when the worker started.
changeService();
resetClock();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();

globalThis.environmentAtStart ??= { ...process.env };
const start = globalThis.environmentAtStart;
for (const name of Object.keys(process.env)) if (!(name in start)) delete process.env[name];
Object.assign(process.env, start);

// Log lines are not printed; `captureLines` reads them.
beforeEach(() => void vi.spyOn(process.stdout, "write").mockReturnValue(true));
afterEach(resetClock);
