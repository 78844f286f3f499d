import { publishEvents } from "#lib/bookings/events/publish.ts";
import { EventItem, EventKey, UNPUBLISHED_SHARDS } from "#lib/storage/outbox/entity.ts";
import { KEYS_ONLY_INDEX } from "#lib/storage/table/indexes.ts";
import { queryKeyPages } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";

/** Publishes all unpublished events, as the stream does, so that their audit entries are in the audit trail. */
export async function publishAll(): Promise<void> {
  for (let unpublished = 0; unpublished < UNPUBLISHED_SHARDS; unpublished += 1)
    for await (const keys of queryKeyPages(EventItem, { unpublished }, { index: KEYS_ONLY_INDEX })) {
      const events = await findItems(keys.map((key) => itemRequest(EventItem, EventKey.parse(key))));
      await publishEvents(events.filter((event) => event !== undefined));
    }
}
