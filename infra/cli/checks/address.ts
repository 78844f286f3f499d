import type { Target } from "#infra/cli/target.ts";
import { type Found, ill } from "./check.ts";

const MINUTE = 60_000;
/** Milliseconds clocks may differ by: AWS refuses signatures that are five minutes off. */
const LARGEST_SKEW = MINUTE;

/** Whether the API answers, and whether its clock is ours. */
export async function checkAddress({ baseUrl }: Target): Promise<Found[]> {
  const sentAt = Date.now();
  let answer: Response;
  try {
    answer = await fetch(`${baseUrl}/me`, { signal: AbortSignal.timeout(MINUTE) });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const todo =
      "See whether the name is known and the stack's API is there; from this machine, whether it gets out.";
    return [ill(`${baseUrl} does not answer`, todo, "api-errors")];
  }
  const { status, headers } = answer;
  const skew = Math.abs(Date.parse(headers.get("date") ?? "") - sentAt);
  return [
    status === 401
      ? { found: `${baseUrl} answers` }
      : ill(
          `${baseUrl}/me answered ${status} to a call without a credential`,
          "Look at the errors of the authorizer and of the gateway.",
          "authorizer-fails",
        ),
    skew > LARGEST_SKEW
      ? ill(
          `this machine's clock is ${Math.round(skew / 1000)} s off`,
          "Set it: AWS refuses what is signed five minutes away from its own time.",
          "operators-machine",
        )
      : { found: "this machine's clock is that of the service" },
  ];
}
