import type { Target } from "#infra/cli/target.ts";
import { type Found, ill } from "./check.ts";

/** Checks whether the last deployment of the stack succeeded. */
export async function checkStack({ stack }: Target): Promise<Found> {
  if (!stack) return { found: "no stack: the service runs on this machine" };
  const is = `${stack.name} is ${stack.status}`;
  if (/^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(stack.status)) return { found: is };
  return /_IN_PROGRESS$/.test(stack.status)
    ? ill(
        is,
        "A deployment is running. Wait until it is finished, then run doctor again.",
        "release-rolled-back",
      )
    : ill(is, "The last deployment failed. Read the stack's events.", "release-rolled-back");
}
