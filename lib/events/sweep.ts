import { now } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { KEYS_ONLY_INDEX } from "#lib/table/indexes.ts";
import { queryKeyPages } from "#lib/table/query.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { EventItem, EventKey, UNPUBLISHED_SHARDS } from "./entity.ts";
import { publishEvents } from "./publish.ts";

/** Milliseconds after which the stream should have published an event. */
const GRACE = 5 * 60_000;
/** Milliseconds after which a run starts no further page; the next run continues. */
const LONGEST_RUN = 40_000;
const PAGE_SIZE = 100;

/** Publishes the events that the stream did not publish: its records expire after a day, and an outage may take longer. */
export async function sweepEvents(): Promise<void> {
  const shards = Array.from({ length: UNPUBLISHED_SHARDS }, (_, shard) => shard);
  const published = await Promise.all(shards.map(sweepShard));
  const total = published.reduce((sum, count) => sum + count, 0);
  if (total > 0) log("warn", "missed events published", { published: total });
}

async function sweepShard(unpublished: number): Promise<number> {
  const startedAt = now();
  const until = new Date(startedAt - GRACE).toISOString();
  let published = 0;
  const range = { index: KEYS_ONLY_INDEX, until, limit: PAGE_SIZE };
  for await (const keys of queryKeyPages(EventItem, { unpublished }, range)) {
    const found = await getItems(keys.map((key) => itemRequest(EventItem, EventKey.parse(key))));
    const events = found.filter((event) => event !== undefined);
    const rejected = await publishEvents(events);
    published += events.length - rejected.size;
    if (now() - startedAt > LONGEST_RUN) break;
  }
  return published;
}
