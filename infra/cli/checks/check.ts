import type { Target } from "#infra/cli/target.ts";

/** How to fix a finding, and its runbook. */
export interface Remedy {
  todo: string;
  runbook: `docs/runbooks/${string}.md`;
}

/** The finding of a check, with a remedy if it is a problem. */
export interface Found {
  found: string;
  remedy?: Remedy;
}

/** Checks one part of a service; throws if it can't. */
export type Check = (target: Target) => Promise<Found | Found[]>;

/** A finding that is a problem. */
export const ill = (found: string, todo: string, runbook: string): Found => ({
  found,
  remedy: { todo, runbook: `docs/runbooks/${runbook}.md` },
});

/** A command for the same service, as an operator types it. */
export const adminCommand = ({ stack }: Pick<Target, "stack">, words: string): string =>
  `npm run admin -- ${stack ? `--stack ${stack.name} ` : ""}${words}`;
