import type { Command } from "commander";
import { OPERATOR } from "#lib/access/caller.ts";
import { checkClaims } from "#lib/bookings/check-claims.ts";
import { checkEveryHost } from "#lib/bookings/check-every-host.ts";
import type { Disagreement } from "#lib/bookings/disagreement.ts";
import type { Act } from "./act.ts";
import { userMeant, userReference } from "./references.ts";
import { type Shown, shownList } from "./shown.ts";

const EXAMPLES = `
Reads only, and may run while people book. Exits with 1 when something disagrees.

Examples:
  npm run admin -- doctor claims
  npm run admin -- --stack Almanac doctor claims --user ann@example.com --json`;

const COLUMNS = ["userId", "part", "subject", "expected", "found"] as const;
/** More than anybody reads; looking for others then ends. */
const MOST_SHOWN = 1_000;

/** Adds the commands that look for what should never be. */
export function addDoctor(program: Command, act: Act): void {
  const doctor = program
    .command("doctor")
    .description("whether what is stored agrees with itself")
    .addHelpText("after", EXAMPLES);
  doctor
    .command("claims")
    .description(
      "check claimed minutes, seats, idempotency keys and due meetings against the bookings, host by host",
    )
    .option("--user <user>", "only this host: id or email (default: every user)")
    .action(
      act(
        ({ options: { user } }) => (user === undefined ? undefined : userReference(user)),
        async (user) =>
          shownCheck(
            user === undefined ? checkEveryHost(OPERATOR) : [await checkOne((await userMeant(user)).id)],
          ),
      ),
    );
}

const checkOne = (userId: number): Promise<Disagreement[]> => checkClaims(OPERATOR, userId);

async function shownCheck(hosts: AsyncIterable<Disagreement[]> | Disagreement[][]): Promise<Shown> {
  const found: Disagreement[] = [];
  let checked = 0;
  for await (const disagreements of hosts) {
    checked += 1;
    found.push(...disagreements);
    if (found.length >= MOST_SHOWN) break;
  }
  const users = checked === 1 ? "1 user" : `${checked} users`;
  const remark = `Checked ${users}: ${found.length === 0 ? "all agrees" : `${found.length} ${found.length === 1 ? "disagreement" : "disagreements"}`}.`;
  return { ...shownList("disagreements", found, COLUMNS), remark, isFailure: found.length > 0 };
}
