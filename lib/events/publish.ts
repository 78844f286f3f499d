import { recordEntry } from "#lib/audit/record-carried.ts";
import { sendMessages } from "#lib/platform/queue.ts";
import { present } from "#lib/table/condition.ts";
import { ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import type { Stored } from "#lib/table/entity.ts";
import { update } from "#lib/table/operations.ts";
import { writeOne } from "#lib/table/write.ts";
import { entriesIn } from "./audit-entries.ts";
import { EventItem } from "./entity.ts";
import { type EventKey, eventKey } from "./event-key.ts";

type StoredEvent = Stored<typeof EventItem>;

/**
 * Puts events on the `events` queue, brings their audit entries into the trail and marks them published; returns the positions of
 * those that the queue did not accept. Repeating it is harmless: a subscriber that receives an event twice gets the same one.
 */
export async function publishEvents(events: readonly StoredEvent[]): Promise<Set<number>> {
  const messages = events.map((event) => ({ body: eventKey(event), group: String(event.userId) }));
  const entries = events.flatMap(entriesIn);
  const [refused] = await Promise.all([sendMessages("events", messages), ...entries.map(recordEntry)]);
  await Promise.all(
    events.filter((_, at) => !refused.has(at)).map((event) => markPublished(eventKey(event))),
  );
  return refused;
}

/** An event that was published before, or has expired since, is left as it is. */
async function markPublished(key: EventKey): Promise<void> {
  const remove = ["unpublished", "auditEntries"];
  await ignoreFailedCondition(writeOne(update(EventItem, key, { remove, if: present("unpublished") })));
}
