/** Index partitions that what is due is spread over. */
const SHARDS = 8;

/** What waits in the index for the sweep. */
export type DueKind = "deliveries" | "breakers" | "meetings";

/** Value of the attribute `due` of what is found by `kind`; `id` only spreads, a text by all its bytes: single ones vary little. */
export const duePartition = (kind: DueKind, id: string | number): string => {
  const number = typeof id === "number" ? id : Buffer.from(id).reduce((sum, byte) => sum + byte, 0);
  return `${kind}-${number % SHARDS}`;
};

/** Every partition of a kind. */
export const duePartitions = (kind: DueKind): string[] =>
  Array.from({ length: SHARDS }, (_, shard) => `${kind}-${shard}`);
