import { Argument, type Command } from "commander";
import { sweepEvents } from "#lib/events/sweep.ts";
import type { Act, Call } from "./act.ts";
import {
  DEAD_LETTER_QUEUES,
  type DeadLetterQueue,
  openDeadLetters,
  queueUrls,
} from "./dead-letter-queues.ts";
import { wholeNumber } from "./parse-options.ts";
import { type Shown, shownList, shownOne } from "./shown.ts";
import type { Target } from "./target.ts";

const EXAMPLES = `
Bodies are printed by \`show\` alone: a payment's may hold what is private.

Examples:
  npm run admin -- dead-letters list
  npm run admin -- dead-letters show deliveries --take 3
  npm run admin -- dead-letters redrive deliveries --dry-run
  npm run admin -- dead-letters redrive deliveries`;

const COLUMNS = ["id", "sentAt", "receives", "reason", "body"] as const;
const MOST_SHOWN = 10;
const STREAM_REMARK =
  "Events that were left behind are published, and the pointers to their records deleted. If lists count wrongly: bookings recount.";

/** Adds the commands that show what consumers could not do, and have it done again. */
export function addDeadLetters(program: Command, act: Act): void {
  const letters = program
    .command("dead-letters")
    .description("messages that no retry could save")
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
    .addArgument(queueArgument())
    .description("show messages with their bodies; they stay where they are")
    .option("--take <number>", "how many at most", wholeNumber, MOST_SHOWN)
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
    .addArgument(queueArgument())
    .description("send all messages back to where they came from; of the stream, publish what it left behind")
    .option("--dry-run", "only say how many that would be")
    .action(
      act(
        (call) => ({ queue: queueOf(call), isDryRun: call.options["dryRun"] === true }),
        async ({ queue, isDryRun }, { outputs }) => {
          const { dead, live } = queueUrls(outputs)[queue];
          const letters = openDeadLetters(dead);
          const messages = await letters.count();
          const shown = shownOne("redrive", { queue, messages, isDryRun });
          if (isDryRun || messages === 0) return { ...shown, remark: "Nothing was moved." };
          if (live === undefined) {
            await letters.settle(sweepEvents);
            return { ...shown, remark: STREAM_REMARK };
          }
          await letters.moveTo(live);
          return { ...shown, remark: "They are on their way." };
        },
      ),
    );
}

const queueArgument = (): Argument =>
  new Argument("<queue>", "what they were for").choices([...DEAD_LETTER_QUEUES]);

/** Commander has checked it. */
const queueOf = ({ args }: Call): DeadLetterQueue =>
  DEAD_LETTER_QUEUES.find((queue) => queue === args[0]) ?? "events";
