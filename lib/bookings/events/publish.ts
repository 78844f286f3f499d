import type { DynamoDBRecord } from "aws-lambda";
import { errorFields } from "#lib/entry/consumers/log-batch.ts";
import { expiryAfter } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { sendMessages } from "#lib/platform/queue.ts";
import { EventItem, type EventKey, EventMessage, eventFields, eventKey } from "#lib/storage/outbox/entity.ts";
import { AuditItem, type StoredAuditEntry } from "#lib/storage/table/audit-entity.ts";
import { AUDIT_DAYS } from "#lib/storage/table/audit-entries.ts";
import { present } from "#lib/storage/table/condition.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { update } from "#lib/storage/table/operations.ts";
import { putItems } from "#lib/storage/table/put-items.ts";
import { decodeImage, keysInRecords } from "#lib/storage/table/stream-records.ts";
import { writeOne } from "#lib/storage/table/write.ts";

/** Whether a stream record is about an event. */
export const isEventRecord = (record: DynamoDBRecord): boolean =>
  keysInRecords(EventItem, [record]).length > 0;

/**
 * Publishes the events among the new items of the table's stream. Returns the records that failed.
 *
 * @example
 * streamConsumer(spec, [{ accepts: isEventRecord, run: publishRecords }]);
 */
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
 * Sends events to the `events` queue, writes their audit entries and marks them as published. Returns the positions of the events
 * that the queue rejected. It is safe to repeat: deliveries and audit entries are derived from the event, with their ids.
 */
export async function publishEvents(events: readonly StoredEvent[]): Promise<Set<number>> {
  const messages = events.map((event) => ({ body: EventMessage.parse(event), group: String(event.userId) }));
  const [rejected] = await Promise.all([
    sendMessages("events", messages),
    putItems(AuditItem, events.flatMap(auditEntriesOf)),
  ]);
  await Promise.all(
    events.filter((_, at) => !rejected.has(at)).map((event) => markPublished(eventKey(event))),
  );
  return rejected;
}

/** Does nothing if the event is already published, or has expired. */
async function markPublished(key: EventKey): Promise<void> {
  const remove = ["unpublished", "auditEntries"];
  await ignoreFailedCondition(writeOne(update(EventItem, key, { remove, if: present("unpublished") })));
}

/** The audit entries embedded in an event. All their values are derived from the event, so they are the same each time. */
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
    ttl: expiryAfter(at, AUDIT_DAYS),
  }));
