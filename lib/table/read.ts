import { chunksOf } from "#lib/platform/chunks.ts";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { tableClient, tableName } from "./client.ts";
import { decode, type Entity, type KeyOf, keyValues, primaryKey, type Stored } from "./entity.ts";
import { ExpressionNames } from "./expression.ts";
import { projected, queryOf, type Range, type Values } from "./query.ts";

type Item = Record<string, unknown>;
const MOST_KEYS = 100;
/** Milliseconds at most before what a busy table left out is asked for again. */
const FIRST_WAIT = 20;
const LONGEST_WAIT = 1_000;

/** Reads one item by its key, strongly consistent: one round trip. */
export const getItem = async <E extends Entity>(entity: E, key: KeyOf<E>): Promise<Stored<E> | undefined> =>
  decode(entity, await getRawItem(primaryKey(entity, key)));

/** Like {@link getItem}, but not decoded. */
export async function getRawItem(Key: Record<"pk" | "sk", string>): Promise<Item | undefined> {
  const { Item } = await countRoundTrip(() =>
    tableClient().send("GetItem", { TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Item;
}

/** One item to read with others. */
export interface ItemRequest<E extends Entity = Entity> {
  entity: E;
  key: { pk: string; sk: string };
}

/** Names one item for {@link getItems}. */
export const itemRequest = <E extends Entity>(entity: E, key: KeyOf<E>): ItemRequest<E> => ({
  entity,
  key: primaryKey(entity, key),
});

type OptionalRequest = ItemRequest | undefined;
type Found<W> = W extends ItemRequest<infer E> ? Stored<E> | undefined : undefined;

/** What {@link getItems} returns for a list; `undefined` in it stays. */
export type ItemsOf<W extends readonly OptionalRequest[]> = { [I in keyof W]: Found<W[I]> };

/**
 * Reads up to any number of items at once, strongly consistent, in the order asked for; missing ones are undefined.
 * One round trip per 16 MB, hundreds of keys side by side. With `attributesOfSchema` only the attributes of the schemas are sent.
 */
export async function getItems<const W extends readonly OptionalRequest[]>(
  requests: W,
  { attributesOfSchema = false }: Pick<Range, "attributesOfSchema"> = {},
): Promise<ItemsOf<W>> {
  const found = new Map<string, Item>();
  const list = requests.filter((request) => request !== undefined);
  const keys = [...new Map(list.map(({ key }) => [keyText(key), key])).values()];
  const to = new ExpressionNames();
  const names = ["pk", "sk", "entity", ...list.flatMap(({ entity }) => Object.keys(entity.schema.shape))];
  const projection = attributesOfSchema ? { ...projected(names, to), ...to.attributes() } : {};
  await Promise.all(chunksOf(keys, MOST_KEYS).map((batch) => readBatch(batch, found, projection)));
  return requests.map(
    (request) => request && decode(request.entity, found.get(keyText(request.key))),
  ) as ItemsOf<W>;
}

/** Like {@link getItems}, of several lists at once. */
export async function getItemsOfEach<W extends readonly OptionalRequest[]>(
  lists: readonly W[],
): Promise<ItemsOf<W>[]> {
  const items = await getItems(lists.flat());
  let end = 0;
  return lists.map(({ length }) => {
    end += length;
    return items.slice(end - length, end);
  }) as unknown as ItemsOf<W>[];
}

const keyText = (key: Item): string => `${key["pk"]}\n${key["sk"]}`;

async function readBatch(keys: Item[], found: Map<string, Item>, projection: object): Promise<void> {
  let left: Item[] = keys;
  for (let wait = FIRST_WAIT; left.length > 0; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const RequestItems = { [tableName()]: { Keys: left, ConsistentRead: true, ...projection } };
    const answer = await countRoundTrip(() => tableClient().send("BatchGetItem", { RequestItems }));
    for (const item of answer.Responses?.[tableName()] ?? []) found.set(keyText(item), item);
    left = answer.UnprocessedKeys?.[tableName()]?.Keys ?? [];
    if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * wait));
  }
}

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
