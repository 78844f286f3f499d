import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { tableClient, tableName } from "./client.ts";

/** An item as it lies in the table, keys and all. */
export type RawItem = Record<string, unknown>;

/** What one round trip reads of the table. */
interface ScannedPage {
  /** Those of the kind that was asked for. */
  items: RawItem[];
  /** How many items were looked at, of any kind. */
  read: number;
  /** The key to go on behind; none when that was all. */
  next: RawItem | undefined;
}

/** Which part of the table is read. */
interface Part {
  /** The name of an entity: only its items are answered, though all are read. */
  kind?: string;
  /** A segment of so many, which together are the table. */
  segment?: readonly [segment: number, of: number];
  /** The key to go on behind. */
  after?: RawItem | undefined;
  /** How many items are looked at at most; without it as many as fit in 1 MB. */
  limit?: number;
}

/**
 * Reads every item there is, page by page, of any entity. For the operator's command line alone, where nothing less will do: no function
 * may scan (ADR 0028).
 */
export async function* scanPages(): AsyncGenerator<RawItem[]> {
  let after: RawItem | undefined;
  do {
    const { items, next } = await scanPage({ after });
    yield items;
    after = next;
  } while (after);
}

/** Reads one page of the table, or of a segment of it, strongly consistent; for those who may scan (ADR 0028). */
export async function scanPage({ kind, segment, after, limit }: Part): Promise<ScannedPage> {
  const request = {
    TableName: tableName(),
    ConsistentRead: true,
    ExclusiveStartKey: after,
    ...(limit !== undefined && { Limit: limit }),
    ...(segment && { Segment: segment[0], TotalSegments: segment[1] }),
    ...(kind !== undefined && {
      FilterExpression: "#kind = :kind",
      ExpressionAttributeNames: { "#kind": "entity" },
      ExpressionAttributeValues: { ":kind": kind },
    }),
  };
  const {
    Items = [],
    ScannedCount = 0,
    LastEvaluatedKey,
  } = await countRoundTrip(() => tableClient().send("Scan", request));
  return { items: Items, read: ScannedCount, next: LastEvaluatedKey };
}
