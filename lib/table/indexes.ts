/** Key attributes and indexes of the single table, all there from the first day (ADR 0002). CDK builds the table from this. */
export const INDEXES = ["GSI1", "GSI2", "GSI3"] as const;
export type IndexName = (typeof INDEXES)[number];

/**
 * The index that holds keys only: what waits in it, such as unpublished events, is written twice in a short life, so its
 * content is not copied. The others hold whole items.
 */
export const KEYS_ONLY_INDEX: IndexName = "GSI1";

/** Seconds since 1970 after which an item has expired. */
export const TTL_ATTRIBUTE = "ttl";
