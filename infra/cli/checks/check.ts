import type { Target } from "#infra/cli/target.ts";

/** How to fix a finding, and its runbook. */
export interface Remedy {
  todo: string;
  runbook: `docs/runbooks/${string}.md`;
}

/** A finding of a check, with a remedy if it is a problem. */
export interface Finding {
  text: string;
  remedy?: Remedy;
}

/** Checks one part of a service. Throws if the check itself fails. */
export type Check = (target: Target) => Promise<Finding | Finding[]>;

/** Creates a finding that is a problem. */
export const problem = (text: string, todo: string, runbook: string): Finding => ({
  text,
  remedy: { todo, runbook: `docs/runbooks/${runbook}.md` },
});

/** Formats a command for the same service, as an operator types it. */
export const adminCommand = ({ stack }: Pick<Target, "stack">, words: string): string =>
  `npm run admin -- ${stack ? `--stack ${stack.name} ` : ""}${words}`;
