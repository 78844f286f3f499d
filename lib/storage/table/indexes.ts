/** Indexes of the single table, which exist from the first deployment (ADR 0002). CDK creates the table from this list. */
export const INDEXES = ["GSI1", "GSI2", "GSI3"] as const;
export type IndexName = (typeof INDEXES)[number];

/**
 * The index that contains only keys. Its items, such as unpublished events, are written twice in a short time, so their content is not
 * copied. The other indexes contain whole items.
 */
export const KEYS_ONLY_INDEX: IndexName = "GSI1";

/** The attribute with the time at which an item expires, in seconds since 1970. */
export const TTL_ATTRIBUTE = "ttl";
