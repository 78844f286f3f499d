import { setTimeout as wait } from "node:timers/promises";
import { Argument, type Command } from "commander";
import { sweepEvents } from "#lib/events/sweep.ts";
import { recordAllEmbeddedEntries } from "#lib/operations/record-all-embedded-entries.ts";
import { now } from "#lib/platform/clock.ts";
import type { Act, AdminCall } from "./act.ts";
import {
  DEAD_LETTER_QUEUES,
  type DeadLetterQueue,
  type DeadLetters,
  openDeadLetters,
  queueUrls,
} from "./dead-letter-queues.ts";
import { DRY_REMARK, dryRunOption, isDryRun } from "./dry-run.ts";
import type { Moved } from "./move-messages.ts";
import { wholeNumber } from "./parse-options.ts";
import { barAbout, progressCount } from "./progress-bar.ts";
import { type Shown, shownList } from "./shown.ts";
import type { Target } from "./target.ts";
import type { Terminal } from "./terminal.ts";

const EXAMPLES = `
Only \`show\` prints bodies. The body of a payment can contain personal data.

Examples:
  npm run admin -- dead-letters list
  npm run admin -- dead-letters show deliveries --take 3
  npm run admin -- dead-letters redrive deliveries --dry-run
  npm run admin -- dead-letters redrive deliveries
  npm run admin -- dead-letters redrive all`;

const COLUMNS = ["id", "sentAt", "receives", "reason", "body"] as const;
const MOST_SHOWN = 10;
/** The argument for all queues. */
const ALL = "all";
const STREAM_REMARK =
  "Remaining events are published, audit entries are written, and the pointers to their records are deleted. If counts of lists are wrong, run bookings recount.";

/** Adds the commands that show dead letters and redrive them. */
export function addDeadLetters(program: Command, act: Act): void {
  const letters = program
    .command("dead-letters")
    .description("messages that failed after all retries")
    .addHelpText("after", EXAMPLES);
  letters
    .command("list")
    .description("count the messages in every dead-letter queue")
    .action(
      act(
        () => undefined,
        (_, target) => shownCounts(target),
      ),
    );
  addShow(letters, act);
  addRedrive(letters, act);
}

async function shownCounts({ outputs }: Target): Promise<Shown> {
  const urls = queueUrls(outputs);
  const rows = DEAD_LETTER_QUEUES.map(async (queue) => ({
    queue,
    messages: await openDeadLetters(urls[queue].dead).count(),
  }));
  return shownList("dead_letters", await Promise.all(rows), ["queue", "messages"]);
}

function addShow(letters: Command, act: Act): void {
  letters
    .command("show")
    .addArgument(new Argument("<queue>", "where the messages failed").choices([...DEAD_LETTER_QUEUES]))
    .description("show messages with their bodies, without removing them")
    .option("--take <number>", "maximum number", wholeNumber, MOST_SHOWN)
    .action(
      act(
        (call) => ({ queue: queueOf(call), take: Number(call.options["take"]) }),
        async ({ queue, take }, { outputs }) =>
          shownList(
            "dead_letters",
            await openDeadLetters(queueUrls(outputs)[queue].dead).look(take),
            COLUMNS,
          ),
      ),
    );
}

function addRedrive(letters: Command, act: Act): void {
  letters
    .command("redrive")
    .addArgument(new Argument("<queue>", "where the messages failed").choices([...DEAD_LETTER_QUEUES, ALL]))
    .description("send all messages back to their queue; for stream, publish the remaining events")
    .addOption(dryRunOption())
    .action(
      act(
        (call) => ({
          queues: DEAD_LETTER_QUEUES.filter((queue) => call.args[0] === ALL || call.args[0] === queue),
          isDryRun: isDryRun(call),
          terminal: call.terminal,
        }),
        async ({ queues, isDryRun, terminal }, target) => {
          const found = await countedIn(queues, target);
          if (isDryRun) return shownRedrives(found, isDryRun);
          const redrives: Redrive[] = [];
          for (const one of found) redrives.push(await redriven(one, target, terminal));
          return shownRedrives(redrives, isDryRun);
        },
      ),
    );
}

/** The result of redriving one dead-letter queue. */
interface Redrive extends Moved {
  queue: DeadLetterQueue;
  messages: number;
}

/** Counts the messages that a redrive would move. */
const countedIn = (queues: readonly DeadLetterQueue[], { outputs }: Target): Promise<Redrive[]> =>
  Promise.all(
    queues.map(async (queue) => {
      const messages = await openDeadLetters(queueUrls(outputs)[queue].dead).count();
      return { queue, messages, moved: 0, failure: null };
    }),
  );

/** Redrives one queue; a failure is returned with the results of the others. */
async function redriven(found: Redrive, { outputs }: Target, terminal: Terminal): Promise<Redrive> {
  const { queue, messages } = found;
  if (messages === 0) return found;
  const { dead, live } = queueUrls(outputs)[queue];
  const letters = openDeadLetters(dead);
  const bar = barAbout(terminal, messages);
  let moved = 0;
  const tell = (done: number): void => {
    moved = done;
    bar.tell(done);
  };
  try {
    const ended = await (live === undefined
      ? settleStream(letters, { most: messages, tell, terminal })
      : letters.moveTo(live, { tell, wait }));
    bar.end();
    return { ...found, ...ended };
  } catch (error) {
    return {
      ...found,
      moved,
      failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
  }
}

/**
 * Does the work that the stream's reader could not do: adds entries to the audit trail and publishes events. Messages that arrive after it
 * began stay in the queue, because their items may have been written after the scan read their place in the table.
 */
async function settleStream(
  letters: DeadLetters,
  { most, tell, terminal }: { most: number; tell(moved: number): void; terminal: Terminal },
): Promise<Moved> {
  const until = now();
  await recordAllEmbeddedEntries(progressCount(terminal, "items"));
  return letters.settle(sweepEvents, { most, until, tell });
}

function shownRedrives(redrives: readonly Redrive[], isDryRun: boolean): Shown {
  const moved = redrives.filter((redrive) => redrive.moved > 0);
  const remarks = [
    ...(isDryRun ? [DRY_REMARK] : []),
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
    ...shownList("redrives", redrives, ["queue", "messages", "moved", "failure"]),
    ...(remarks.length > 0 && { remark: remarks.join("\n") }),
    isFailure: redrives.some(({ failure }) => failure !== null),
  };
}

/** Commander has checked the argument. */
const queueOf = ({ args }: AdminCall): DeadLetterQueue =>
  DEAD_LETTER_QUEUES.find((queue) => queue === args[0]) ?? "events";
