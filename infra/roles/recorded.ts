import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import type { FunctionSpec } from "#lib/http/spec.ts";
import { grantedAction } from "./granted-action.ts";
import { ResourceStatement } from "./policies.ts";
import { CalledByFunction } from "./usage-files.ts";

/** `docs/role-usage.json`: what the suite saw the functions call, and the policies of the template. */
const RecordedRoles = z.object({ functions: CalledByFunction, policies: z.array(ResourceStatement) });
export type RecordedRoles = z.output<typeof RecordedRoles>;

/** Where it is kept. */
export const ROLE_USAGE_FILE = join(PROJECT, "docs/role-usage.json");

export const readRecordedRoles = async (): Promise<RecordedRoles> =>
  RecordedRoles.parse(JSON.parse(await readFile(ROLE_USAGE_FILE, "utf8")));

/** Puts together what was seen in several runs, of the functions there are and the actions they are granted now. */
export function mergeCalls(
  runs: readonly CalledByFunction[],
  specs: readonly FunctionSpec[],
): CalledByFunction {
  const merged = specs.map(({ id, grants }): [string, CalledByFunction[string]] => {
    const granted = new Set(grants.map(grantedAction));
    const all = (of: "used" | "denied"): string[] => [...new Set(runs.flatMap((run) => run[id]?.[of] ?? []))];
    return [
      id,
      {
        used: all("used")
          .filter((action) => granted.has(action))
          .toSorted(),
        denied: all("denied").toSorted(),
      },
    ];
  });
  return Object.fromEntries(merged);
}
