/** Index partitions per kind. */
const SHARDS = 8;

/** Kinds of work in the due index. */
export type DueKind = "deliveries" | "breakers" | "meetings";

/**
 * The index partition of an item: the value of its attribute `due`. `id` only selects one of the partitions of the kind; all bytes of a
 * text count, because single ones vary little.
 *
 * @example
 * duePartition("meetings", booking.id); // "meetings-3"
 */
export const duePartition = (kind: DueKind, id: string | number): string => {
  const number = typeof id === "number" ? id : Buffer.from(id).reduce((sum, byte) => sum + byte, 0);
  return `${kind}-${number % SHARDS}`;
};

/** Every partition of a kind. */
export const duePartitions = (kind: DueKind): string[] =>
  Array.from({ length: SHARDS }, (_, shard) => `${kind}-${shard}`);
