import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { tableClient, tableName } from "./client.ts";

/** An item as it is stored, with its key attributes. */
export type RawItem = Record<string, unknown>;

/** The result of one round trip. */
interface ScannedPage {
  /** Items of the requested kind. */
  items: RawItem[];
  /** Number of items read, of any kind. */
  read: number;
  /** The key after which the next page starts; undefined after the last page. */
  next: RawItem | undefined;
}

interface ScanOptions {
  /** Name of an entity. Only its items are returned, although all are read. */
  kind?: string;
  /** A segment of the table, and the number of segments. */
  segment?: readonly [segment: number, of: number];
  /** The key after which the page starts. */
  after?: RawItem | undefined;
  /** Maximum number of items to read; by default as many as fit in 1 MB. */
  limit?: number;
}

/** Reads all items of the table, page by page. Only for the operator's command line: no function may scan (ADR 0028). */
export async function* scanPages(): AsyncGenerator<RawItem[]> {
  let after: RawItem | undefined;
  do {
    const { items, next } = await scanPage({ after });
    yield items;
    after = next;
  } while (after);
}

/** Reads one page of the table, or of a segment of it, strongly consistent. Only for the operator's command line (ADR 0028). */
export async function scanPage({ kind, segment, after, limit }: ScanOptions): Promise<ScannedPage> {
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
  } = await countRoundTrip(() => tableClient().send(new ScanCommand(request)));
  return { items: Items, read: ScannedCount, next: LastEvaluatedKey };
}
