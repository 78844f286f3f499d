import {
  DEAD_LETTER_QUEUES,
  type DeadLetterQueue,
  openDeadLetters,
  queueUrls,
} from "#infra/cli/dead-letter-queues.ts";
import type { Target } from "#infra/cli/target.ts";
import { adminCommand, type Found, ill } from "./check.ts";

/** From this number of waiting messages on, the consumer is too slow: it handles hundreds a minute. */
const MOST_WAITING = 1_000;
/** Dead letters that are read to find the oldest one. */
const LOOKED_AT = 10;
/** Milliseconds for which a dead letter is stored. */
const KEPT = 14 * 86_400_000;

/**
 * Checks for dead letters, their age, and for backlogs. The age of the messages in a queue is available to alarms only:
 * to read it here, a message would have to be received.
 */
export async function checkQueues(target: Target): Promise<Found[]> {
  const urls = queueUrls(target.outputs);
  const found = DEAD_LETTER_QUEUES.map(async (queue): Promise<Found[]> => {
    const { dead, live } = urls[queue];
    const [letters, waiting] = await Promise.all([
      openDeadLetters(dead).count(),
      live === undefined ? 0 : openDeadLetters(live).count(),
    ]);
    const isBehind = waiting > MOST_WAITING;
    return [
      ...(letters > 0 ? [await deadLettersIn(target, queue, letters)] : []),
      ...(isBehind ? [behind(queue, waiting)] : []),
      ...(letters === 0 && !isBehind ? [{ found: `${queue}: ${waiting} waiting, no dead letters` }] : []),
    ];
  });
  return (await Promise.all(found)).flat();
}

async function deadLettersIn(target: Target, queue: DeadLetterQueue, letters: number): Promise<Found> {
  const some = await openDeadLetters(queueUrls(target.outputs)[queue].dead).look(LOOKED_AT);
  const oldest = some.map(({ sentAt }) => sentAt).toSorted()[0];
  const until = oldest && new Date(Date.parse(oldest) + KEPT).toISOString();
  const [show, redrive] = ["show", "redrive"].map((verb) =>
    adminCommand(target, `dead-letters ${verb} ${queue}`),
  );
  return ill(
    `dead letters of ${queue}: ${letters}${oldest ? `; a message sent at ${oldest} will be deleted at ${until}` : ""}`,
    `Run: ${show}. Fix the cause. Then run: ${redrive}`,
    "dead-letters",
  );
}

const behind = (queue: string, waiting: number): Found =>
  ill(
    `${queue}: ${waiting} messages are waiting`,
    "Its consumer is too slow. Check it for throttles and errors.",
    "queue-backlog",
  );
