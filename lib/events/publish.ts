import { sendMessages } from "#lib/platform/queue.ts";
import { present } from "#lib/table/condition.ts";
import { update } from "#lib/table/operations.ts";
import { Refused } from "#lib/table/refused.ts";
import { write } from "#lib/table/write.ts";
import { EventItem } from "./entity.ts";
import type { EventKey } from "./event-key.ts";

/**
 * Puts events on the `events` queue and marks them published; returns the positions of those the queue did not take.
 * Repeating it is harmless: whoever receives an event twice sees the same one.
 */
export async function publishEvents(keys: readonly EventKey[]): Promise<Set<number>> {
  const messages = keys.map((key) => ({ body: key, group: String(key.userId) }));
  const refused = await sendMessages("events", messages);
  await Promise.all(keys.filter((_, position) => !refused.has(position)).map(markPublished));
  return refused;
}

/** An event that was published before, or has expired since, is left as it is. */
async function markPublished(key: EventKey): Promise<void> {
  try {
    await write(update(EventItem, key, { remove: ["unpublished"], if: present("unpublished") }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
