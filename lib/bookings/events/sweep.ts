import { now } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { shardsOf } from "#lib/platform/shard.ts";
import { EventItem, EventKey, UNPUBLISHED_SHARDS } from "#lib/storage/outbox/entity.ts";
import { type IndexRun, type IndexRunResult, processKeys, requireReadable } from "#lib/storage/table/due.ts";
import { findReadableItems } from "#lib/storage/table/read.ts";
import { publishEvents } from "./publish.ts";

/** Milliseconds after which the stream should have published an event. */
const GRACE = 5 * 60_000;

/** The ISO instant before which the stream should have published all events. */
export const overdueSince = (): string => new Date(now() - GRACE).toISOString();

/**
 * Publishes the events of one shard that the stream did not publish: its records expire after a day, and an outage may take longer. An
 * event that can't be read does not stop the others.
 */
export async function sweepEventShard(unpublished: number, run: IndexRun): Promise<IndexRunResult> {
  const unreadable: unknown[] = [];
  let published = 0;
  const next = await processKeys({ entity: EventItem, values: { unpublished } }, run, async (keys) => {
    const read = await findReadableItems(
      EventItem,
      keys.map((key) => EventKey.parse(key)),
    );
    unreadable.push(...read.unreadable);
    const rejected = await publishEvents(read.items);
    published += read.items.length - rejected.size;
    return read.items.length;
  });
  if (published > 0) log("warn", "missed events published", { published });
  return { next, unreadable };
}

/** Publishes the missed events of all shards, as many as one run allows. */
export async function sweepEvents(): Promise<void> {
  const runs = await Promise.all(
    shardsOf(UNPUBLISHED_SHARDS).map((shard) => sweepEventShard(shard, { until: overdueSince() })),
  );
  requireReadable(...runs);
}
