import { shardOf, shardsOf } from "#lib/platform/shard.ts";

/** Kinds of work in the due index. */
export type DueKind =
  | "deliveries"
  | "breakers"
  | "meetings"
  | "projections"
  | "calendars"
  | "calendar-writes"
  | "mails";

/**
 * Index partitions of each kind. A partition takes 1,000 write units a second. A booking needs about seven in the index for its meeting, and a
 * check of a calendar four; the others are only there after failures, or for less than a second (docs/scale.md).
 */
export const DUE_SHARDS: Record<DueKind, number> = {
  deliveries: 4,
  breakers: 4,
  meetings: 72,
  projections: 1,
  "calendar-writes": 4,
  calendars: 8,
  mails: 4,
};

/**
 * The index partition of an item: the value of its attribute `due`. `id` only selects one of the partitions of the kind.
 *
 * @example
 * duePartition("meetings", booking.id); // "meetings-3"
 */
export const duePartition = (kind: DueKind, id: string | number): string =>
  partitionOf(kind, shardOf(id, DUE_SHARDS[kind]));

/** The index partition of a shard. */
export const partitionOf = (kind: DueKind, shard: number): string => `${kind}-${shard}`;

/** Every partition of a kind. */
export const duePartitions = (kind: DueKind): string[] =>
  shardsOf(DUE_SHARDS[kind]).map((shard) => partitionOf(kind, shard));
