import { now } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";
import { queryPages } from "#lib/table/read.ts";
import { EventItem } from "./entity.ts";
import { eventKey } from "./event-key.ts";
import { publishEvents } from "./publish.ts";
import { UNPUBLISHED_SHARDS } from "./record-event.ts";

/** Milliseconds the stream has before an event counts as left behind. */
const GRACE = 5 * 60_000;
/** Milliseconds after which one run begins no further page; the next run goes on. */
const LONGEST_RUN = 40_000;
const PAGE = 100;

/** Publishes the events the stream did not: it forgets after a day, an outage may be longer. */
export async function sweepEvents(): Promise<void> {
  const shards = Array.from({ length: UNPUBLISHED_SHARDS }, (_, shard) => shard);
  const published = await Promise.all(shards.map(sweepShard));
  const total = published.reduce((sum, count) => sum + count, 0);
  if (total > 0) log("warn", "events were left behind", { published: total });
}

async function sweepShard(unpublished: number): Promise<number> {
  const startedAt = now();
  const until = new Date(startedAt - GRACE).toISOString();
  let published = 0;
  for await (const events of queryPages(EventItem, { unpublished }, { index: "GSI1", until, limit: PAGE })) {
    const refused = await publishEvents(events.map(eventKey));
    published += events.length - refused.size;
    if (now() - startedAt > LONGEST_RUN) break;
  }
  return published;
}
