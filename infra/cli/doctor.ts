import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { checkClaims, checkEveryHost } from "#lib/operations/doctor/check-claims.ts";
import type { Disagreement } from "#lib/operations/doctor/disagreement.ts";
import type { CreateAction } from "./action.ts";
import { type Check, type Finding, problem } from "./checks/check.ts";
import { CHECKS } from "./checks/checks.ts";
import { type CommandResult, listResult } from "./command-result.ts";
import { markAsRunnable } from "./command-tree.ts";
import { formatPairs } from "./format-table.ts";
import { parseUserReference, resolveUser } from "./references.ts";
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
/** The check stops after this number of disagreements. */
const MAX_DISAGREEMENTS = 1_000;

/** Adds the commands that check a service. */
export function addDoctor(program: Command, createAction: CreateAction): void {
  const doctor = markAsRunnable(program.command("doctor"))
    .description("check the service's health: stack, URL, clock, permissions, table, keys, queues, due work")
    .addHelpText("after", EXAMPLES)
    .action(
      createAction(
        () => undefined,
        (_, target) => findingsResult(target),
      ),
    );
  doctor
    .command("claims")
    .description(
      "check claims, seats, idempotency keys, due meetings and counters of limits against the bookings, host by host",
    )
    .option("--user <user>", "only this host: id or email (default: every user)")
    .action(
      createAction(
        ({ options: { user } }) => (user === undefined ? undefined : parseUserReference(user)),
        async (user) =>
          claimsResult(
            user === undefined ? checkEveryHost(OPERATOR) : [await checkOne((await resolveUser(user)).id)],
          ),
      ),
    );
}

async function findingsResult(target: Target): Promise<CommandResult> {
  const rows = await Promise.all(
    Object.entries(CHECKS).map(async ([part, check]) =>
      (await runCheck(check, target)).map(({ text, remedy }) => ({
        part,
        isHealthy: remedy === undefined,
        found: text,
        todo: remedy?.todo ?? null,
        runbook: remedy?.runbook ?? null,
      })),
    ),
  );
  const findings: FindingRow[] = rows.flat();
  const problems = findings.filter(({ isHealthy }) => !isHealthy).length;
  const remark = problems === 0 ? "No problems found." : `Problems found: ${problems}.`;
  return {
    json: { findings },
    text: (screen) => findingsText(findings, screen),
    remark,
    isFailure: problems > 0,
  };
}

/** A finding as `--json` prints it. */
interface FindingRow {
  part: string;
  isHealthy: boolean;
  found: string;
  todo: string | null;
  runbook: string | null;
}

/** Formats one line per finding, and a second line with the remedy of a problem. */
function findingsText(findings: readonly FindingRow[], screen: Screen): string {
  const rows = findings.flatMap(({ part, isHealthy, found, todo, runbook }) => [
    [isHealthy ? HEALTHY : PROBLEM, part, found],
    ...(todo === null ? [] : [["", "", `${todo} See ${runbook}.`]]),
  ]);
  return formatPairs(rows, screen.columns)
    .replace(new RegExp(`^${HEALTHY}`, "gm"), paint(screen, "green", HEALTHY))
    .replace(new RegExp(`^${PROBLEM}`, "gm"), paint(screen, "red", PROBLEM));
}

/** Runs a check. An error of the check is a finding, too: usually the operator lacks a permission. */
async function runCheck(check: Check, target: Target): Promise<Finding[]> {
  try {
    return [await check(target)].flat();
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const todo = /AccessDenied|UnrecognizedClient|ExpiredToken|Credentials/.test(name)
      ? "Use credentials with this permission: --profile, or environment variables."
      : "The check failed. Read the message.";
    return [problem(`${name}: ${message}`, todo, "operators-machine")];
  }
}

const checkOne = (userId: number): Promise<Disagreement[]> => checkClaims(OPERATOR, userId);

async function claimsResult(hosts: AsyncIterable<Disagreement[]> | Disagreement[][]): Promise<CommandResult> {
  const found: Disagreement[] = [];
  let checked = 0;
  let stopped = "";
  for await (const disagreements of hosts) {
    if (found.length >= MAX_DISAGREEMENTS) {
      stopped = " Stopped there: later users are not checked.";
      break;
    }
    checked += 1;
    found.push(...disagreements);
  }
  const users = checked === 1 ? "1 user" : `${checked} users`;
  const remark = `Checked ${users}: ${found.length === 0 ? "no disagreements" : `${found.length} ${found.length === 1 ? "disagreement" : "disagreements"}`}.${stopped}`;
  const { json, text } = listResult("disagreements", found, COLUMNS);
  return { json, text: found.length === 0 ? () => "" : text, remark, isFailure: found.length > 0 };
}
