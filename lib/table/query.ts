import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { tableClient, tableName } from "./client.ts";
import { decode, type Entity, type KeyOf, keyValues, type Stored } from "./entity.ts";
import { ExpressionNames } from "./expression.ts";
import type { IndexName } from "./indexes.ts";
import { type KeyValue, renderKey } from "./key.ts";

type Item = Record<string, unknown>;

/** DynamoDB takes the limit as a 32-bit number; a caller may ask for more than there can be. */
const LARGEST_LIMIT = 2 ** 31 - 1;

/** Which items of a partition, in which order. */
export interface Range {
  /** An index instead of the table; read eventually consistent. */
  index?: IndexName;
  /** Items per round trip; without it as many as fit in 1 MB. */
  limit?: number;
  reverse?: boolean;
  /** The values fill the partition key only: all of the partition is read. */
  wholePartition?: boolean;
  /** Starts behind this sort key. */
  after?: string;
  /** Ends with this sort key. */
  until?: string;
  /** With what has expired and only waits to be deleted, which counts have in them, too. */
  withExpired?: boolean;
  /** Carries only the attributes of the schema, for schemas that are a part of what is stored. */
  attributesOfSchema?: boolean;
}

/** Values that fill the keys of an entity or, where it is read through an index, the keys of that index. */
export type Values<E extends Entity> = Partial<KeyOf<E>> | Partial<Record<keyof Stored<E>, KeyValue>>;

/** The query for a range of one partition. */
export function queryOf<E extends Entity>(entity: E, values: Values<E>, range: Range) {
  const template = (range.index && entity.indexes[range.index]) ?? entity.key;
  const pk = renderKey(template.pk, values);
  if (!pk.complete) throw new TypeError(`a value of the partition key of ${entity.name} is missing`);
  const to = new ExpressionNames();
  const projection = range.attributesOfSchema && projected(Object.keys(entity.schema.shape), to);
  const partition = `${to.name(`${range.index ?? ""}pk`)} = ${to.value(pk.text)}`;
  return {
    TableName: tableName(),
    KeyConditionExpression: `${partition} AND ${sortText(renderKey(template.sk, range.wholePartition ? {} : values).text, range, to)}`,
    ...to.attributes(),
    ...(range.index ? { IndexName: range.index } : { ConsistentRead: true }),
    ...(range.limit && { Limit: Math.min(range.limit, LARGEST_LIMIT) }),
    ...projection,
    ScanIndexForward: !range.reverse,
  };
}

function sortText(prefix: string, { index, after, until }: Range, to: ExpressionNames): string {
  const sk = to.name(`${index ?? ""}sk`);
  if (prefix !== "" && after === undefined && until === undefined)
    return `begins_with(${sk}, ${to.value(prefix)})`;
  // A key is never empty text, nor may a condition compare it with that.
  const from = after === undefined ? prefix || " " : `${after}\u0000`;
  return `${sk} BETWEEN ${to.value(from)} AND ${to.value(until ?? `${prefix}\uffff`)}`;
}

/** The part of a request that selects the attributes with these names. */
export const projected = (names: readonly string[], to: ExpressionNames) => ({
  ProjectionExpression: [...new Set(names)].map((name) => to.name(name)).join(", "),
});

/**
 * Reads the items of one partition page by page, as its consumer asks for them: one round trip a page.
 * The sort key is matched as far as `values` fill its template: `{ userId }` on `B#{id:10}` reads all `B#…`.
 */
export async function* queryPages<E extends Entity>(
  entity: E,
  values: Values<E>,
  range: Range = {},
): AsyncGenerator<Stored<E>[]> {
  for await (const items of rawPages(entity, values, range)) yield decodeAll(entity, items, range);
}

const decodeAll = <E extends Entity>(entity: E, items: readonly Item[], range: Range): Stored<E>[] =>
  items.map((item) => decode(entity, item, range)).filter((value) => value !== undefined);

/** Like {@link queryPages}, but only the keys: all there is in the index that holds no more, and never unreadable. */
export async function* queryKeyPages<E extends Entity>(
  entity: E,
  values: Values<E>,
  range: Range,
): AsyncGenerator<KeyOf<E>[]> {
  for await (const items of rawPages(entity, values, range))
    yield items.map((item) => keyValues(entity, item)).filter((key): key is KeyOf<E> => key !== undefined);
}

/** Like {@link queryPages}, but not decoded. */
export async function* rawPages<E extends Entity>(
  entity: E,
  values: Values<E>,
  range: Range,
): AsyncGenerator<Item[]> {
  let start: Item | undefined;
  do {
    const query = { ...queryOf(entity, values, range), ExclusiveStartKey: start };
    const page = await countRoundTrip(() => tableClient().send("Query", query));
    yield page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start);
}

/** All items of one partition at once; only where their number is bounded. */
export async function queryAll<E extends Entity>(
  entity: E,
  values: Values<E>,
  range: Range = {},
): Promise<Stored<E>[]> {
  const items: Stored<E>[] = [];
  for await (const page of queryPages(entity, values, range)) items.push(...page);
  return items;
}

/** The first items of a range, as many as its limit or 1 MB: one round trip. */
export async function queryOnce<E extends Entity>(
  entity: E,
  values: Values<E>,
  range: Range,
): Promise<Stored<E>[]> {
  for await (const page of queryPages(entity, values, range)) return page;
  return [];
}

/** What one round trip reads of a range, and the sort key to go on behind: none when that was all of it. */
export async function queryBatch<E extends Entity>(
  entity: E,
  values: Values<E>,
  range: Range,
): Promise<{ items: Stored<E>[]; next: string | undefined }> {
  const { items, next } = await rawBatch(entity, values, range);
  return { items: decodeAll(entity, items, range), next };
}

/** Like {@link queryBatch}, but not decoded. */
export async function rawBatch<E extends Entity>(
  entity: E,
  values: Values<E>,
  range: Range,
): Promise<{ items: Item[]; next: string | undefined }> {
  const query = queryOf(entity, values, range);
  const { Items = [], LastEvaluatedKey: last } = await countRoundTrip(() =>
    tableClient().send("Query", query),
  );
  const next = last && String(last[`${range.index ?? ""}sk`]);
  return { items: Items, next };
}

/** How many items there were, and the sort key of the last one when counting stopped at `most`. */
export interface Counted {
  count: number;
  last: string | undefined;
}

/**
 * Counts items of one partition, strongly consistent unless by an index, up to `most`: one round trip per MB, and none of it is carried.
 * So it also finds the key of the n-th item: count up to n.
 */
export async function countItems<E extends Entity>(
  entity: E,
  values: Values<E>,
  { most = Number.POSITIVE_INFINITY, ...range }: Omit<Range, "limit"> & { most?: number } = {},
): Promise<Counted> {
  let count = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const left = most - count;
    const limit = Number.isFinite(left) ? { limit: left } : {};
    const query = queryOf(entity, values, { ...range, ...limit });
    const answer = await countRoundTrip(() =>
      tableClient().send("Query", { ...query, Select: "COUNT", ExclusiveStartKey: start }),
    );
    count += answer.Count ?? 0;
    start = answer.LastEvaluatedKey;
  } while (start && count < most);
  return { count, last: count < most ? undefined : (start?.["sk"] as string | undefined) };
}
