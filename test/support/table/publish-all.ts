import { publishEvents } from "#lib/bookings/events/publish.ts";
import { EventItem, EventKey } from "#lib/storage/outbox/entity.ts";
import { keyValues } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { listIndexEntries } from "./key-index.ts";

/** Publishes all unpublished events, as the stream does, so that their audit entries are in the audit trail. */
export async function publishAll(): Promise<void> {
  const entries = await listIndexEntries("UNPUBLISHED#");
  const keys = entries.map(({ item }) => EventKey.parse(keyValues(EventItem, item)));
  const events = await findItems(keys.map((key) => itemRequest(EventItem, key)));
  await publishEvents(events.filter((event) => event !== undefined));
}
