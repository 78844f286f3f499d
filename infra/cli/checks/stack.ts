import type { Target } from "#infra/cli/target.ts";
import { type Finding, problem } from "./check.ts";

/** Checks whether the last deployment of the stack succeeded. */
export async function checkStack({ stack }: Target): Promise<Finding> {
  if (!stack) return { text: "no stack: the service runs on this machine" };
  const text = `${stack.name} is ${stack.status}`;
  if (/^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(stack.status)) return { text };
  return /_IN_PROGRESS$/.test(stack.status)
    ? problem(
        text,
        "A deployment is running. Wait until it is finished, then run doctor again.",
        "release-rolled-back",
      )
    : problem(text, "The last deployment failed. Read the stack's events.", "release-rolled-back");
}
