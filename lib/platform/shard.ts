/**
 * One of `count` shards, the same for the same id. Consecutive numbers are in different shards. All bytes of a text count, because single ones
 * vary little.
 *
 * @example
 * shardOf(booking.id, 64); // 0 to 63
 */
export const shardOf = (id: string | number, count: number): number =>
  (typeof id === "number" ? id : Buffer.from(id).reduce((sum, byte) => sum + byte, 0)) % count;

/** All shards of a number of them: 0 to `count` - 1. */
export const shardsOf = (count: number): number[] => Array.from({ length: count }, (_, shard) => shard);
