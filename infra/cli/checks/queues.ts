import { DEAD_LETTER_QUEUES, openDeadLetters, queueUrls } from "#infra/cli/dead-letter-queues.ts";
import type { Target } from "#infra/cli/target.ts";
import { type Found, ill } from "./check.ts";

/** Messages that wait for their consumer when it does not keep up: a batch takes hundreds a minute. */
const MOST_WAITING = 1_000;
/** Dead letters that are looked at for the oldest one. */
const LOOKED_AT = 10;
/** Milliseconds a dead letter is kept. */
const KEPT = 14 * 86_400_000;

/**
 * Whether messages lie dead, since when, and whether more wait than a consumer should leave. The age of what waits in a live queue is
 * told to alarms alone: to find it out here, a message would have to be taken.
 */
export async function checkQueues({ outputs }: Target): Promise<Found[]> {
  const urls = queueUrls(outputs);
  const found = DEAD_LETTER_QUEUES.map(async (queue): Promise<Found[]> => {
    const { dead, live } = urls[queue];
    const [letters, waiting] = await Promise.all([
      openDeadLetters(dead).count(),
      live === undefined ? 0 : openDeadLetters(live).count(),
    ]);
    const isBehind = waiting > MOST_WAITING;
    return [
      ...(letters > 0 ? [await deadLettersIn(queue, { url: dead, letters })] : []),
      ...(isBehind ? [behind(queue, waiting)] : []),
      ...(letters === 0 && !isBehind ? [{ found: `${queue}: ${waiting} waiting, no dead letters` }] : []),
    ];
  });
  return (await Promise.all(found)).flat();
}

async function deadLettersIn(
  queue: string,
  { url, letters }: { url: string; letters: number },
): Promise<Found> {
  const some = await openDeadLetters(url).look(LOOKED_AT);
  const oldest = some.map(({ sentAt }) => sentAt).toSorted()[0];
  const until = oldest && new Date(Date.parse(oldest) + KEPT).toISOString();
  return ill(
    `${queue}: ${letters} dead letters${oldest ? `; a message sent at ${oldest} will be deleted at ${until}` : ""}`,
    `Run: npm run admin -- dead-letters show ${queue}. Fix the cause. Then run: npm run admin -- dead-letters redrive ${queue}`,
    "dead-letters",
  );
}

const behind = (queue: string, waiting: number): Found =>
  ill(
    `${queue}: ${waiting} messages are waiting`,
    "Its consumer is too slow. Check it for throttles and errors.",
    "queue-backlog",
  );
