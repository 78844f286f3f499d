import { EventItem, UNPUBLISHED_SHARDS } from "#lib/events/entity.ts";
import { now } from "#lib/platform/clock.ts";
import { KEYS_ONLY_INDEX } from "#lib/table/indexes.ts";
import { queryKeyPages } from "#lib/table/read.ts";
import { type Found, ill } from "./check.ts";

/** Milliseconds after which the sweep should have published an event that the stream left behind. */
const LONGEST_UNPUBLISHED = 10 * 60_000;

/** Whether events lie unpublished that the sweep of every minute should have found. */
export async function checkEvents(): Promise<Found> {
  const until = new Date(now() - LONGEST_UNPUBLISHED).toISOString();
  const range = { index: KEYS_ONLY_INDEX, until, limit: 1 };
  const oldest = Array.from({ length: UNPUBLISHED_SHARDS }, (_, unpublished) =>
    queryKeyPages(EventItem, { unpublished }, range).next(),
  );
  const isBehind = (await Promise.all(oldest)).some(({ value }) => value !== undefined && value.length > 0);
  return isBehind
    ? ill(
        "some are older than ten minutes and not published",
        "Neither the stream nor the sweep publishes: look at the logs of events.publish and events.sweep.",
        "stream-behind",
      )
    : { found: "none waits to be published for ten minutes" };
}
