import type { Target } from "#infra/cli/target.ts";
import { type Found, ill } from "./check.ts";

const MINUTE = 60_000;
/** Milliseconds by which clocks may differ: AWS rejects signatures with a difference of five minutes. */
const LARGEST_SKEW = MINUTE;

/** Checks that the API responds, and that its clock and this machine's agree. */
export async function checkAddress({ baseUrl }: Target): Promise<Found[]> {
  const sentAt = Date.now();
  let answer: Response;
  try {
    answer = await fetch(`${baseUrl}/me`, { signal: AbortSignal.timeout(MINUTE) });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const todo =
      "Check that the name resolves, that the stack's API exists, and that this machine has network access.";
    return [ill(`${baseUrl} did not respond`, todo, "api-errors")];
  }
  const { status, headers } = answer;
  const skew = Math.abs(Date.parse(headers.get("date") ?? "") - sentAt);
  return [
    status === 401
      ? { found: `${baseUrl} responds` }
      : ill(
          `${baseUrl}/me returned ${status} for a request without a credential; expected 401`,
          "Check the errors of the authorizer and of API Gateway.",
          "authorizer-fails",
        ),
    skew > LARGEST_SKEW
      ? ill(
          `this machine's clock differs from the service's by ${Math.round(skew / 1000)} s`,
          "Set this machine's clock. AWS rejects requests whose time differs by five minutes.",
          "operators-machine",
        )
      : { found: "this machine's clock is correct" },
  ];
}
