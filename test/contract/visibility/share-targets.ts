import type { CallerName } from "./callers.ts";
import { getRule } from "./expected.ts";
import type { Owner, Requested, Row, Target } from "./rows.ts";

/** Returns a function that makes a target, or returns the one that callers who change nothing share; those of a caller have the same user. */
export function shareTargets(make: (requested: Requested) => Promise<Target>) {
  const shared = new Map<string, Promise<Target>>();
  return (requested: Requested, isShared: boolean): Promise<Target> => {
    if (!isShared) return make(requested);
    const { owner, caller } = requested;
    const key = owner === "missing" || owner === "a neighbour's" ? owner : `${owner} ${caller.userId}`;
    const target = shared.get(key) ?? make(requested);
    shared.set(key, target);
    return target;
  };
}

/**
 * Whether a caller's request changes nothing, because it only reads, or is rejected. Not for an event type that the caller owns in the
 * organization: the service caches it for some seconds, with the rights of its owner.
 */
export const isUnchangedBy = (
  caller: CallerName,
  { name, spec }: Pick<Row, "name" | "spec">,
  owner: Owner,
): boolean =>
  owner === "missing" ||
  (owner !== "own in the organization" && spec.route.startsWith("GET ")) ||
  (owner === "a neighbour's" && getRule(name).foreign[caller] === undefined);
