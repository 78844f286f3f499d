import type { Target } from "#infra/cli/target.ts";
import { type Finding, problem } from "./check.ts";

const MINUTE = 60_000;
/** Maximum difference of the clocks in milliseconds. AWS rejects signatures with a difference of five minutes. */
const MAX_SKEW_MS = MINUTE;

/** Checks that the API responds, and that this machine's clock agrees with the service's. */
export async function checkAddress({ baseUrl }: Target): Promise<Finding[]> {
  const sentAt = Date.now();
  let response: Response;
  try {
    response = await fetch(`${baseUrl}/me`, { signal: AbortSignal.timeout(MINUTE) });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const todo =
      "Check that the name resolves, that the stack's API exists, and that this machine has network access.";
    return [problem(`${baseUrl} did not respond`, todo, "api-errors")];
  }
  const { status, headers } = response;
  const skew = Math.abs(Date.parse(headers.get("date") ?? "") - sentAt);
  return [
    status === 401
      ? { text: `${baseUrl} responds` }
      : problem(
          `${baseUrl}/me returned ${status} for a request without a credential; expected 401`,
          "Check the errors of the authorizer and of API Gateway.",
          "authorizer-fails",
        ),
    skew > MAX_SKEW_MS
      ? problem(
          `this machine's clock differs from the service's by ${Math.round(skew / 1000)} s`,
          "Set this machine's clock. AWS rejects requests whose time differs by five minutes.",
          "operators-machine",
        )
      : { text: "this machine's clock is correct" },
  ];
}
