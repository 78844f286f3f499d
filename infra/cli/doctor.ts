import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { checkClaims } from "#lib/operations/doctor/check-claims.ts";
import { checkEveryHost } from "#lib/operations/doctor/check-every-host.ts";
import type { Disagreement } from "#lib/operations/doctor/disagreement.ts";
import type { Act } from "./act.ts";
import { type Check, type Found, ill } from "./checks/check.ts";
import { CHECKS } from "./checks/checks.ts";
import { actsItself } from "./command-tree.ts";
import { formatPairs } from "./format-table.ts";
import { progressCount } from "./progress-bar.ts";
import { userMeant, userReference } from "./references.ts";
import { type Shown, shownList } from "./shown.ts";
import type { Target } from "./target.ts";
import { paint, type Screen } from "./terminal.ts";

const EXAMPLES = `
Both commands only read, and can run while the service is in use. They exit with 1 if they find problems, and print what to do.

Examples:
  npm run admin -- doctor
  npm run admin -- --stack Almanac doctor --json
  npm run admin -- doctor claims
  npm run admin -- --stack Almanac doctor claims --user ann@example.com --json`;

const COLUMNS = ["userId", "part", "subject", "expected", "found"] as const;
const HEALTHY = "✓";
const PROBLEM = "✗";
/** The search ends at this number of findings, because nobody reads more. */
const MOST_SHOWN = 1_000;

/** Adds the commands that check a service. */
export function addDoctor(program: Command, act: Act): void {
  const doctor = actsItself(program.command("doctor"))
    .description("check the service's health: stack, URL, clock, permissions, table, keys, queues, due work")
    .addHelpText("after", EXAMPLES)
    .action(
      act(
        () => undefined,
        (_, target) => shownFindings(target),
      ),
    );
  doctor
    .command("claims")
    .description(
      "check claims, seats, idempotency keys, due meetings and counters of limits against the bookings, host by host",
    )
    .option("--user <user>", "only this host: id or email (default: every user)")
    .action(
      act(
        ({ options: { user }, terminal }) => ({
          user: user === undefined ? undefined : userReference(user),
          tell: progressCount(terminal, "users"),
        }),
        async ({ user, tell }) =>
          shownCheck(
            user === undefined ? checkEveryHost(OPERATOR) : [await checkOne((await userMeant(user)).id)],
            tell,
          ),
      ),
    );
}

async function shownFindings(target: Target): Promise<Shown> {
  const rows = await Promise.all(
    Object.entries(CHECKS).map(async ([part, check]) =>
      (await findingsOf(check, target)).map(({ found, remedy }) => ({
        part,
        isHealthy: remedy === undefined,
        found,
        todo: remedy?.todo ?? null,
        runbook: remedy?.runbook ?? null,
      })),
    ),
  );
  const findings: Finding[] = rows.flat();
  const toBeDone = findings.filter(({ isHealthy }) => !isHealthy).length;
  const remark = toBeDone === 0 ? "No problems found." : `Problems found: ${toBeDone}.`;
  return {
    json: { findings },
    text: (screen) => findingsText(findings, screen),
    remark,
    isFailure: toBeDone > 0,
  };
}

interface Finding {
  part: string;
  isHealthy: boolean;
  found: string;
  todo: string | null;
  runbook: string | null;
}

/** A line for each finding, and a second one that says what to do about a problem. */
function findingsText(findings: readonly Finding[], screen: Screen): string {
  const rows = findings.flatMap(({ part, isHealthy, found, todo, runbook }) => [
    [isHealthy ? HEALTHY : PROBLEM, part, found],
    ...(todo === null ? [] : [["", "", `${todo} See ${runbook}.`]]),
  ]);
  return formatPairs(rows, screen.columns)
    .replace(new RegExp(`^${HEALTHY}`, "gm"), paint(screen, "green", HEALTHY))
    .replace(new RegExp(`^${PROBLEM}`, "gm"), paint(screen, "red", PROBLEM));
}

/** A check that fails is a finding, too: usually the operator lacks a permission. */
async function findingsOf(check: Check, target: Target): Promise<Found[]> {
  try {
    return [await check(target)].flat();
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const todo = /AccessDenied|UnrecognizedClient|ExpiredToken|Credentials/.test(name)
      ? "Use credentials with this permission: --profile, or environment variables."
      : "The check failed. Read the message.";
    return [ill(`${name}: ${message}`, todo, "operators-machine")];
  }
}

const checkOne = (userId: number): Promise<Disagreement[]> => checkClaims(OPERATOR, userId);

async function shownCheck(
  hosts: AsyncIterable<Disagreement[]> | Disagreement[][],
  tell: (checked: number) => void,
): Promise<Shown> {
  const found: Disagreement[] = [];
  let checked = 0;
  for await (const disagreements of hosts) {
    checked += 1;
    tell(checked);
    found.push(...disagreements);
    if (found.length >= MOST_SHOWN) break;
  }
  const users = checked === 1 ? "1 user" : `${checked} users`;
  const remark = `Checked ${users}: ${found.length === 0 ? "no disagreements" : `${found.length} ${found.length === 1 ? "disagreement" : "disagreements"}`}.`;
  return { ...shownList("disagreements", found, COLUMNS), remark, isFailure: found.length > 0 };
}
