import { QueryCommand as AttributeQueryCommand, type AttributeValue } from "@aws-sdk/client-dynamodb";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { tableClient, tableName } from "./client.ts";
import { decode, type Entity, type KeyOf, keyValues, type Stored } from "./entity.ts";
import { ExpressionNames } from "./expression.ts";
import type { IndexName } from "./indexes.ts";
import { type KeyValue, renderKey } from "./key.ts";

type Item = Record<string, unknown>;

/** DynamoDB accepts a 32-bit number as the limit; a client may send a larger one. */
const LARGEST_LIMIT = 2 ** 31 - 1;

/** Which items of a partition, in which order. */
export interface Range {
  /** An index instead of the table. Its reads are eventually consistent. */
  index?: IndexName;
  /** Items per round trip; by default as many as fit in 1 MB. */
  limit?: number;
  reverse?: boolean;
  /** Reads the whole partition: the values fill only the partition key. */
  wholePartition?: boolean;
  /** Only items with a greater sort key. */
  after?: string;
  /** Only items with this or a smaller sort key. */
  until?: string;
  /** Includes expired items that are not yet deleted, as {@link countItems} does. */
  withExpired?: boolean;
  /** Reads only the attributes of the schema, for a schema that declares a part of the stored item. */
  attributesOfSchema?: boolean;
  /** Reads only these attributes, as text for DynamoDB (`sk,m00`): many of them take less time than with placeholders. */
  attributes?: string;
}

/** Values of the keys of an entity or, if an index is read, of the keys of that index. */
export type Values<E extends Entity> = Partial<KeyOf<E>> | Partial<Record<keyof Stored<E>, KeyValue>>;

/** Builds the query for a range of one partition. */
function buildQuery<E extends Entity>(entity: E, values: Values<E>, range: Range) {
  const template = (range.index && entity.indexes[range.index]) ?? entity.key;
  const pk = renderKey(template.pk, values);
  if (!pk.complete) throw new TypeError(`a value of the partition key of ${entity.name} is missing`);
  const to = new ExpressionNames();
  const projection = range.attributesOfSchema && projectionOf(Object.keys(entity.schema.shape), to);
  const partition = `${to.name(`${range.index ?? ""}pk`)} = ${to.value(pk.text)}`;
  return {
    TableName: tableName(),
    KeyConditionExpression: `${partition} AND ${sortText(renderKey(template.sk, range.wholePartition ? {} : values).text, range, to)}`,
    ...to.attributes(),
    ...(range.index ? { IndexName: range.index } : { ConsistentRead: true }),
    ...(range.limit && { Limit: Math.min(range.limit, LARGEST_LIMIT) }),
    ...projection,
    ...(range.attributes !== undefined && { ProjectionExpression: range.attributes }),
    ScanIndexForward: !range.reverse,
  };
}

function sortText(prefix: string, { index, after, until }: Range, to: ExpressionNames): string {
  const sk = to.name(`${index ?? ""}sk`);
  if (prefix !== "" && after === undefined && until === undefined)
    return `begins_with(${sk}, ${to.value(prefix)})`;
  // Keys are never empty, and DynamoDB rejects a comparison with an empty string.
  const from = after === undefined ? prefix || " " : `${after}\u0000`;
  return `${sk} BETWEEN ${to.value(from)} AND ${to.value(until ?? `${prefix}\uffff`)}`;
}

/** The part of a request that selects the attributes with these names. */
export const projectionOf = (names: readonly string[], to: ExpressionNames) => ({
  ProjectionExpression: [...new Set(names)].map((name) => to.name(name)).join(", "),
});

/**
 * Reads the items of one partition page by page, when the consumer requests them: one round trip per page. Sort keys must match their
 * template as far as `values` fill it: `{ userId }` with `B#{id:10}` reads all `B#…`.
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

/** Like {@link queryPages}, but returns only keys, for the index that contains nothing else. It never fails on an invalid item. */
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
    const query = { ...buildQuery(entity, values, range), ExclusiveStartKey: start };
    const page = await countRoundTrip(() => tableClient().send(new QueryCommand(query)));
    yield page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start);
}

/**
 * Like {@link rawPages}, but the values are not converted either (`{ N: "7" }`): for many small items, which take longer to convert than
 * to parse.
 */
export async function* attributePages<E extends Entity>(
  entity: E,
  values: Values<E>,
  range: Range,
): AsyncGenerator<Record<string, AttributeValue>[]> {
  const { ExpressionAttributeValues, ...query } = buildQuery(entity, values, range);
  const converted = { ...query, ExpressionAttributeValues: marshall(ExpressionAttributeValues) };
  let start: Record<string, AttributeValue> | undefined;
  do {
    const command = new AttributeQueryCommand({ ...converted, ExclusiveStartKey: start });
    const page = await countRoundTrip(() => tableClient().send(command));
    yield page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start);
}

/** Reads all items of one partition. Only for partitions with a limited number of items. */
export async function queryAll<E extends Entity>(
  entity: E,
  values: Values<E>,
  range: Range = {},
): Promise<Stored<E>[]> {
  const items: Stored<E>[] = [];
  for await (const page of queryPages(entity, values, range)) items.push(...page);
  return items;
}

/** Reads the first items of a range, up to its limit or 1 MB: one round trip. */
export async function queryOnce<E extends Entity>(
  entity: E,
  values: Values<E>,
  range: Range,
): Promise<Stored<E>[]> {
  for await (const page of queryPages(entity, values, range)) return page;
  return [];
}

/** Reads the items of one round trip, and the sort key after which to continue; undefined at the end of the range. */
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
  const query = buildQuery(entity, values, range);
  const { Items = [], LastEvaluatedKey: last } = await countRoundTrip(() =>
    tableClient().send(new QueryCommand(query)),
  );
  const next = last && String(last[`${range.index ?? ""}sk`]);
  return { items: Items, next };
}

/** The number of items, and the sort key of the last one if counting stopped at `most`. */
export interface Counted {
  count: number;
  last: string | undefined;
}

/**
 * Counts the items of one partition, up to `most`: one round trip per MB, without transferring the items. Strongly consistent, unless an
 * index is read. Counting up to n also finds the key of the n-th item.
 */
export async function countItems<E extends Entity>(
  entity: E,
  values: Values<E>,
  { most = Number.POSITIVE_INFINITY, ...range }: Omit<Range, "limit"> & { most?: number } = {},
): Promise<Counted> {
  let count = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const remaining = most - count;
    const limit = Number.isFinite(remaining) ? { limit: remaining } : {};
    const query = buildQuery(entity, values, { ...range, ...limit });
    const response = await countRoundTrip(() =>
      tableClient().send(new QueryCommand({ ...query, Select: "COUNT", ExclusiveStartKey: start })),
    );
    count += response.Count ?? 0;
    start = response.LastEvaluatedKey;
  } while (start && count < most);
  return { count, last: start && count >= most ? String(start["sk"]) : undefined };
}
