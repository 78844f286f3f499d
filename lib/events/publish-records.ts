import type { DynamoDBRecord } from "aws-lambda";
import { errorFields } from "#lib/consumers/batch-line.ts";
import { log } from "#lib/platform/log.ts";
import { decodeImage } from "#lib/table/stream-image.ts";
import { EventItem } from "./entity.ts";
import { type EventKey, eventKey } from "./event-key.ts";
import { publishEvents } from "./publish.ts";

/** Publishes the new events among the table's stream records; returns the records that failed. */
export async function publishRecords(records: readonly DynamoDBRecord[]): Promise<DynamoDBRecord[]> {
  const unreadable: DynamoDBRecord[] = [];
  const found = records.flatMap((record): { record: DynamoDBRecord; key: EventKey }[] => {
    try {
      const event = decodeImage(EventItem, record.dynamodb?.NewImage);
      return event ? [{ record, key: eventKey(event) }] : [];
    } catch (error) {
      log("error", "record unreadable", { eventId: record.eventID, ...errorFields(error) });
      unreadable.push(record);
      return [];
    }
  });
  const refused = await publishEvents(found.map(({ key }) => key));
  return [...unreadable, ...found.filter((_, at) => refused.has(at)).map(({ record }) => record)];
}
