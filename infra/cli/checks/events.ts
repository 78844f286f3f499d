import { EventItem, UNPUBLISHED_SHARDS } from "#lib/events/entity.ts";
import { type Found, ill } from "./check.ts";
import { isOverdue } from "./is-overdue.ts";

/** Checks for unpublished events that the sweep should have published. */
export async function checkEvents(): Promise<Found> {
  const keys = Array.from({ length: UNPUBLISHED_SHARDS }, (_, unpublished) => ({ unpublished }));
  return (await isOverdue(EventItem, keys))
    ? ill(
        "some events are older than ten minutes and not published",
        "Neither the stream nor the sweep publishes events. Read the logs of stream.dispatch and events.sweep.",
        "stream-behind",
      )
    : { found: "all events older than ten minutes are published" };
}
