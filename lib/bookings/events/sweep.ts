import { now } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { shardsOf } from "#lib/platform/shard.ts";
import { EventItem, EventKey, UNPUBLISHED_SHARDS } from "#lib/storage/outbox/entity.ts";
import { type IndexRun, processKeys } from "#lib/storage/table/due.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { publishEvents } from "./publish.ts";

/** Milliseconds after which the stream should have published an event. */
const GRACE = 5 * 60_000;

/** The ISO instant before which the stream should have published all events. */
export const overdueSince = (): string => new Date(now() - GRACE).toISOString();

/**
 * Publishes the events of one shard that the stream did not publish: its records expire after a day, and an outage may take longer. Returns
 * the position after which to continue, as {@link processKeys} does.
 */
export async function sweepEventShard(unpublished: number, run: IndexRun): Promise<string | undefined> {
  let published = 0;
  const next = await processKeys({ entity: EventItem, values: { unpublished } }, run, async (keys) => {
    const found = await findItems(keys.map((key) => itemRequest(EventItem, EventKey.parse(key))));
    const events = found.filter((event) => event !== undefined);
    const rejected = await publishEvents(events);
    published += events.length - rejected.size;
    return events.length;
  });
  if (published > 0) log("warn", "missed events published", { published });
  return next;
}

/** Publishes the missed events of all shards, as many as one run allows. */
export async function sweepEvents(): Promise<void> {
  await Promise.all(
    shardsOf(UNPUBLISHED_SHARDS).map((shard) => sweepEventShard(shard, { until: overdueSince() })),
  );
}
