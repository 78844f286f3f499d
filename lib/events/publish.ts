import type { DynamoDBRecord } from "aws-lambda";
import { recordEntry } from "#lib/audit/record-embedded-entries.ts";
import { errorFields } from "#lib/consumers/log-batch.ts";
import { expiryInDays } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { sendMessages } from "#lib/platform/queue.ts";
import type { StoredAuditEntry } from "#lib/table/audit-entity.ts";
import { AUDIT_DAYS } from "#lib/table/audit-entries.ts";
import { present } from "#lib/table/condition.ts";
import { ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import type { Stored } from "#lib/table/entity.ts";
import { update } from "#lib/table/operations.ts";
import { decodeImage, keysIn } from "#lib/table/stream-image.ts";
import { writeOne } from "#lib/table/write.ts";
import { EventItem, type EventKey, eventFields, eventKey } from "./entity.ts";

/** Whether a stream record is about an event. */
export const isEventRecord = (record: DynamoDBRecord): boolean => keysIn(EventItem, [record]).length > 0;

/** Publishes the new events among the table's stream records; returns the records that failed. */
export async function publishRecords(records: readonly DynamoDBRecord[]): Promise<DynamoDBRecord[]> {
  const unreadable: DynamoDBRecord[] = [];
  const decoded = records.flatMap((record): { record: DynamoDBRecord; event: Stored<typeof EventItem> }[] => {
    try {
      const event = decodeImage(EventItem, record.dynamodb?.NewImage);
      return event ? [{ record, event }] : [];
    } catch (error) {
      log("error", "record unreadable", { recordId: record.eventID ?? "unknown", ...errorFields(error) });
      unreadable.push(record);
      return [];
    }
  });
  const rejected = await publishEvents(decoded.map(({ event }) => event));
  for (const [at, { event }] of decoded.entries())
    if (!rejected.has(at)) log("info", "event published", eventFields(event));
  return [...unreadable, ...decoded.filter((_, at) => rejected.has(at)).map(({ record }) => record)];
}

type StoredEvent = Stored<typeof EventItem>;

/**
 * Puts events on the `events` queue, brings their audit entries into the trail and marks them published; returns the positions of
 * those that the queue did not accept. Repeating it is harmless: a subscriber that receives an event twice gets the same one.
 */
export async function publishEvents(events: readonly StoredEvent[]): Promise<Set<number>> {
  const messages = events.map((event) => ({ body: eventKey(event), group: String(event.userId) }));
  const entries = events.flatMap(auditEntriesOf);
  const [rejected] = await Promise.all([sendMessages("events", messages), ...entries.map(recordEntry)]);
  await Promise.all(
    events.filter((_, at) => !rejected.has(at)).map((event) => markPublished(eventKey(event))),
  );
  return rejected;
}

/** An event that was published before, or has expired since, is left as it is. */
async function markPublished(key: EventKey): Promise<void> {
  const remove = ["unpublished", "auditEntries"];
  await ignoreFailedCondition(writeOne(update(EventItem, key, { remove, if: present("unpublished") })));
}

/** The audit entries that an event carries, each with an id that follows from the event's. */
export const auditEntriesOf = ({
  id,
  createdAt: at,
  causedBy: requestId,
  auditEntries = [],
}: Stored<typeof EventItem>): StoredAuditEntry[] =>
  auditEntries.map((entry, index) => ({
    ...entry,
    id: `aud_${index}${id.slice("evt_".length)}`,
    at,
    ...(requestId !== undefined && { requestId }),
    ttl: expiryInDays(AUDIT_DAYS),
  }));
