import type { DynamoDBRecord } from "aws-lambda";
import { errorFields } from "#lib/consumers/batch-line.ts";
import { log } from "#lib/platform/log.ts";
import type { Stored } from "#lib/table/entity.ts";
import { decodeImage, keysIn } from "#lib/table/stream-image.ts";
import { EventItem } from "./entity.ts";
import { eventFields } from "./event-fields.ts";
import { publishEvents } from "./publish.ts";

/** Whether a stream record is about an event. */
export const isEventRecord = (record: DynamoDBRecord): boolean => keysIn(EventItem, [record]).length > 0;

/** Publishes the new events among the table's stream records; returns the records that failed. */
export async function publishRecords(records: readonly DynamoDBRecord[]): Promise<DynamoDBRecord[]> {
  const unreadable: DynamoDBRecord[] = [];
  const found = records.flatMap((record): { record: DynamoDBRecord; event: Stored<typeof EventItem> }[] => {
    try {
      const event = decodeImage(EventItem, record.dynamodb?.NewImage);
      return event ? [{ record, event }] : [];
    } catch (error) {
      log("error", "record unreadable", { recordId: record.eventID ?? "unknown", ...errorFields(error) });
      unreadable.push(record);
      return [];
    }
  });
  const refused = await publishEvents(found.map(({ event }) => event));
  for (const [at, { event }] of found.entries())
    if (!refused.has(at)) log("info", "event published", eventFields(event));
  return [...unreadable, ...found.filter((_, at) => refused.has(at)).map(({ record }) => record)];
}
