import type { CallerName } from "./callers.ts";
import { getRule } from "./expected.ts";
import type { Owner, Requested, Row, Target } from "./rows.ts";

/** Returns a function that makes a target, or returns the one that callers who change nothing share. */
export function shareTargets(make: (requested: Requested) => Promise<Target>) {
  const shared = new Map<Owner, Promise<Target>>();
  return (requested: Requested, isShared: boolean): Promise<Target> => {
    if (!isShared) return make(requested);
    const target = shared.get(requested.owner) ?? make(requested);
    shared.set(requested.owner, target);
    return target;
  };
}

/** Whether a caller's request changes nothing, of an object that does not depend on the caller. */
export const isUnchangedBy = (
  caller: CallerName,
  { name, spec }: Pick<Row, "name" | "spec">,
  owner: Owner,
): boolean =>
  owner === "missing" ||
  (owner === "a neighbour's" &&
    (spec.route.startsWith("GET ") || getRule(name).foreign[caller] === undefined));
