import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Usage } from "#infra/local/aws/types.ts";
import { PROJECT } from "#infra/project.ts";

const FOLDER = join(PROJECT, ".build/usage");

/** What one function did to its role: the actions it called, and those it was refused. */
const Called = z.object({ used: z.array(z.string()), denied: z.array(z.string()) });
/** The same by function id. */
export const CalledByFunction = z.record(z.string(), Called);
export type CalledByFunction = z.output<typeof CalledByFunction>;

/** Keeps what the functions called in the tests of one file, in place of what they called in its last run. */
export function keepUsage(testPath: string, usage: Usage): void {
  mkdirSync(FOLDER, { recursive: true });
  const called = Object.fromEntries([...usage].map(([id, actions]) => [id, calledIn(actions)]));
  const name = testPath.replace(PROJECT, "").replace(/\W+/g, "-");
  writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify(called));
}

/** What the functions called in all tests whose usage is kept. */
export function readKeptUsage(): CalledByFunction[] {
  mkdirSync(FOLDER, { recursive: true });
  return readdirSync(FOLDER).map((name) =>
    CalledByFunction.parse(JSON.parse(readFileSync(join(FOLDER, name), "utf8"))),
  );
}

const calledIn = (actions: ReadonlyMap<string, { allowed: number; denied: number }>) => ({
  used: [...actions].flatMap(([action, { allowed }]) => (allowed > 0 ? [action] : [])),
  denied: [...actions].flatMap(([action, { denied }]) => (denied > 0 ? [action] : [])),
});
