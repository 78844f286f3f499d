import type { Target } from "#infra/cli/target.ts";

/** What is to be done about a finding, and where more is said of it. */
export interface Remedy {
  todo: string;
  runbook: `docs/runbooks/${string}.md`;
}

/** What a check found; with a remedy when something is to be done. */
export interface Found {
  found: string;
  remedy?: Remedy;
}

/** Looks at one part of a service; throws when it can't. */
export type Check = (target: Target) => Promise<Found | Found[]>;

/** A finding that something is to be done about. */
export const ill = (found: string, todo: string, runbook: string): Found => ({
  found,
  remedy: { todo, runbook: `docs/runbooks/${runbook}.md` },
});
