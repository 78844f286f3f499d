import { type SweptShard, shardsToSweep, sweepShards } from "#lib/workers/sweep.ts";
import { type IndexEntry, listIndexEntries } from "./key-index.ts";

/**
 * Runs the sweep of those shards that have something due. A sweep reads more than a hundred index partitions; a test passes many minutes in
 * which none or one of them has a due item, and two scans show which.
 */
export async function sweepDueShards(): Promise<void> {
  const entries = [...(await listIndexEntries("DUE#")), ...(await listIndexEntries("UNPUBLISHED#"))];
  await sweepShards(shardsToSweep().filter((shard) => entries.some((entry) => isDue(shard, entry))));
}

const isDue = ({ kind, shard, until }: SweptShard, { partition, position }: IndexEntry): boolean =>
  position <= `${until}~` &&
  partition === (kind === "events" ? `UNPUBLISHED#${shard}` : `DUE#${kind}-${shard}`);
