import {
  type DeadLetterQueue,
  getQueueUrls,
  listDeadLetterQueues,
  openDeadLetters,
} from "#infra/cli/dead-letter-queues.ts";
import type { Target } from "#infra/cli/target.ts";
import { adminCommand, type Finding, problem } from "./check.ts";

/** With more waiting messages the consumer is too slow: it handles hundreds per minute. */
const MAX_WAITING = 1_000;
/** Number of dead letters that are read to find the oldest one. */
const PEEKED = 10;
/** Milliseconds for which SQS stores a dead letter. */
const RETENTION_MS = 14 * 86_400_000;

/**
 * Checks for dead letters, their age, and backlogs. The age of waiting messages is not checked, because reading it would mean receiving
 * them; alarms check it.
 */
export async function checkQueues(target: Target): Promise<Finding[]> {
  const queues = listDeadLetterQueues(target.outputs);
  const findings = queues.map(async ({ queue, dead, live }): Promise<Finding[]> => {
    const [letters, waiting] = await Promise.all([
      openDeadLetters(dead).count(),
      live === undefined ? 0 : openDeadLetters(live).count(),
    ]);
    const hasBacklog = waiting > MAX_WAITING;
    return [
      ...(letters > 0 ? [await deadLettersIn(target, queue, letters)] : []),
      ...(hasBacklog ? [backlogIn(queue, waiting)] : []),
      ...(letters === 0 && !hasBacklog ? [{ text: `${queue}: ${waiting} waiting, no dead letters` }] : []),
    ];
  });
  return (await Promise.all(findings)).flat();
}

async function deadLettersIn(target: Target, queue: DeadLetterQueue, letters: number): Promise<Finding> {
  const some = await openDeadLetters(getQueueUrls(target.outputs, queue).dead).peek(PEEKED);
  const oldest = some.map(({ sentAt }) => sentAt).toSorted()[0];
  const until = oldest && new Date(Date.parse(oldest) + RETENTION_MS).toISOString();
  const [show, redrive] = ["show", "redrive"].map((verb) =>
    adminCommand(target, `dead-letters ${verb} ${queue}`),
  );
  return problem(
    `dead letters of ${queue}: ${letters}${oldest ? `; a message sent at ${oldest} will be deleted at ${until}` : ""}`,
    `Run: ${show}. Fix the cause. Then run: ${redrive}`,
    "dead-letters",
  );
}

const backlogIn = (queue: string, waiting: number): Finding =>
  problem(
    `${queue}: ${waiting} messages are waiting`,
    "Its consumer is too slow. Check it for throttles and errors.",
    "queue-backlog",
  );
