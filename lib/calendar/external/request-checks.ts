import { BoundedCache } from "#lib/platform/bounded-cache.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { perService } from "#lib/platform/per-service.ts";
import type { QueueMessage } from "#lib/platform/queue.ts";
import { postSigned } from "#lib/storage/table/post-signed.ts";
import { checkMessage, PAUSE } from "./check-message.ts";

/** A host, of whose calendars the ids are known. */
interface CheckedHost {
  id: number;
  calendarsToCheck?: number[] | undefined;
}

const MAX_CACHED = 1_000;
/** When this process last requested a check of a calendar, by its id. */
const requestedAt = perService(() => new BoundedCache<number, number>(MAX_CACHED));

/** SQS's limit of one call. */
const MAX_MESSAGES = 10;
/** Milliseconds that a list of slots waits at most. */
const TIMEOUT = 1_000;

/**
 * Requests a check of the calendars of hosts whose slots are listed, unless this process has just done so; the queue discards those that
 * another process has just sent. The list does not depend on it: a failure is only logged.
 */
export async function requestChecks(hosts: readonly CheckedHost[]): Promise<void> {
  const due = hosts.flatMap(({ id: userId, calendarsToCheck = [] }) =>
    calendarsToCheck.filter(isDue).map((calendarId) => checkMessage({ userId, calendarId })),
  );
  try {
    await Promise.all(chunksOf(due, MAX_MESSAGES).map(send));
  } catch {
    log("warn", "calendar checks not requested", { calendars: due.length });
  }
}

function isDue(calendarId: number): boolean {
  const last = requestedAt().get(calendarId);
  if (last !== undefined && now() - last < PAUSE) return false;
  requestedAt().set(calendarId, now());
  return true;
}

function send(messages: readonly QueueMessage[]): Promise<void> {
  const QueueUrl = env("CALENDARS_QUEUE_URL");
  const Entries = messages.map(({ body, group, deduplicationId }, at) => ({
    Id: String(at),
    MessageBody: JSON.stringify(body),
    MessageGroupId: group,
    MessageDeduplicationId: deduplicationId,
  }));
  return postSigned(QueueUrl, {
    ...{ service: "sqs", target: "AmazonSQS.SendMessageBatch", timeout: TIMEOUT },
    body: { QueueUrl, Entries },
  });
}
