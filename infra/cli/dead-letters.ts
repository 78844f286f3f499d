import { setTimeout as wait } from "node:timers/promises";
import { Argument, type Command } from "commander";
import { sweepEvents } from "#lib/bookings/events/sweep.ts";
import { recordAllEmbeddedEntries } from "#lib/operations/record-all-embedded-entries.ts";
import { now } from "#lib/platform/clock.ts";
import type { AdminCall, CreateAction } from "./action.ts";
import { type CommandResult, listResult } from "./command-result.ts";
import {
  DEAD_LETTER_QUEUES,
  type DeadLetterQueue,
  type DeadLetters,
  getQueueUrls,
  listDeadLetterQueues,
  openDeadLetters,
} from "./dead-letter-queues.ts";
import { DRY_RUN_REMARK, dryRunOption, isDryRun } from "./dry-run.ts";
import type { MoveResult } from "./move-messages.ts";
import { parseTake } from "./parse-options.ts";
import type { Target } from "./target.ts";

const EXAMPLES = `
Only \`show\` prints bodies. The body of a payment can contain personal data.

Examples:
  npm run admin -- dead-letters list
  npm run admin -- dead-letters show deliveries --take 3
  npm run admin -- dead-letters redrive deliveries --dry-run
  npm run admin -- dead-letters redrive deliveries
  npm run admin -- dead-letters redrive all`;

const COLUMNS = ["id", "sentAt", "receives", "reason", "body"] as const;
const DEFAULT_TAKE = 10;
/** The argument for all queues. */
const ALL = "all";
const STREAM_REMARK =
  "Remaining events are published, audit entries are written, and the pointers to their records are deleted. If counts of lists are wrong, run bookings recount.";

/** Adds the commands that show dead letters and redrive them. */
export function addDeadLetters(program: Command, createAction: CreateAction): void {
  const letters = program
    .command("dead-letters")
    .description("messages that failed after all retries")
    .addHelpText("after", EXAMPLES);
  letters
    .command("list")
    .description("count the messages in every dead-letter queue")
    .action(
      createAction(
        () => undefined,
        (_, target) => countResult(target),
      ),
    );
  addShow(letters, createAction);
  addRedrive(letters, createAction);
}

async function countResult({ outputs }: Target): Promise<CommandResult> {
  const rows = listDeadLetterQueues(outputs).map(async ({ queue, dead }) => ({
    queue,
    messages: await openDeadLetters(dead).count(),
  }));
  return listResult("dead_letters", await Promise.all(rows), ["queue", "messages"]);
}

function addShow(letters: Command, createAction: CreateAction): void {
  letters
    .command("show")
    .addArgument(new Argument("<queue>", "where the messages failed").choices([...DEAD_LETTER_QUEUES]))
    .description("show messages with their bodies, without removing them")
    .option("--take <number>", "maximum number", parseTake, DEFAULT_TAKE)
    .action(
      createAction(
        (call) => ({ queue: queueOf(call), take: Number(call.options["take"]) }),
        async ({ queue, take }, { outputs }) =>
          listResult(
            "dead_letters",
            await openDeadLetters(getQueueUrls(outputs, queue).dead).peek(take),
            COLUMNS,
          ),
      ),
    );
}

function addRedrive(letters: Command, createAction: CreateAction): void {
  letters
    .command("redrive")
    .addArgument(new Argument("<queue>", "where the messages failed").choices([...DEAD_LETTER_QUEUES, ALL]))
    .description("send all messages back to their queue; for stream, publish the remaining events")
    .addOption(dryRunOption())
    .action(
      createAction(
        (call) => ({
          queue: call.args[0] === ALL ? undefined : queueOf(call),
          isDryRun: isDryRun(call),
        }),
        async ({ queue, isDryRun }, target) => {
          const queues = queue ? [queue] : listDeadLetterQueues(target.outputs).map((each) => each.queue);
          const found = await countRedrives(queues, target);
          if (isDryRun) return redriveResult(found, isDryRun);
          const redrives: Redrive[] = [];
          for (const one of found) redrives.push(await redriveQueue(one, target));
          return redriveResult(redrives, isDryRun);
        },
      ),
    );
}

/** The result of redriving one dead-letter queue. */
interface Redrive extends MoveResult {
  queue: DeadLetterQueue;
  messages: number;
}

/** Counts the messages that a redrive would move. */
const countRedrives = (queues: readonly DeadLetterQueue[], { outputs }: Target): Promise<Redrive[]> =>
  Promise.all(
    queues.map(async (queue) => {
      const messages = await openDeadLetters(getQueueUrls(outputs, queue).dead).count();
      return { queue, messages, moved: 0, failure: null };
    }),
  );

/** Redrives one queue. Returns an error instead of throwing it, so that the other queues are redriven, too. */
async function redriveQueue(found: Redrive, { outputs }: Target): Promise<Redrive> {
  const { queue, messages } = found;
  if (messages === 0) return found;
  const { dead, live } = getQueueUrls(outputs, queue);
  const letters = openDeadLetters(dead);
  let moved = 0;
  const report = (done: number): void => {
    moved = done;
  };
  try {
    const result = await (live === undefined
      ? redriveStream(letters, { limit: messages, report })
      : letters.moveTo(live, { report, wait }));
    return { ...found, ...result };
  } catch (error) {
    return {
      ...found,
      moved,
      failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
  }
}

/**
 * Does the work of the failed stream reader: adds entries to the audit trail and publishes events. Messages that arrive in the meantime
 * stay in the queue, because the scan may have passed their items before they were written.
 */
async function redriveStream(
  letters: DeadLetters,
  { limit, report }: { limit: number; report(moved: number): void },
): Promise<MoveResult> {
  const until = now();
  await recordAllEmbeddedEntries();
  return letters.handleAndDelete(sweepEvents, { limit, until, report });
}

function redriveResult(redrives: readonly Redrive[], isDryRun: boolean): CommandResult {
  const moved = redrives.filter((redrive) => redrive.moved > 0);
  const remarks = [
    ...(isDryRun ? [DRY_RUN_REMARK] : []),
    ...(!isDryRun && moved.length === 0 ? ["Nothing was moved."] : []),
    ...(moved.some(({ queue }) => queue === "stream") ? [STREAM_REMARK] : []),
    ...moved
      .filter((redrive) => redrive.moved < redrive.messages)
      .map(
        ({ queue, messages, moved }) =>
          `About ${messages - moved} remain in ${queue}. Run the same command again.`,
      ),
  ];
  return {
    ...listResult("redrives", redrives, ["queue", "messages", "moved", "failure"]),
    ...(remarks.length > 0 && { remark: remarks.join("\n") }),
    isFailure: redrives.some(({ failure }) => failure !== null),
  };
}

/** The queue of the argument, which commander has validated. */
const queueOf = ({ args }: AdminCall): DeadLetterQueue =>
  DEAD_LETTER_QUEUES.find((queue) => queue === args[0]) ?? "events";
