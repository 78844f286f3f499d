import { chunksOf } from "#lib/platform/chunks.ts";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { tableClient, tableName } from "./client.ts";
import { decode, type Entity, type KeyOf, primaryKey, type Stored } from "./entity.ts";
import { ExpressionNames } from "./expression.ts";
import { projected, type Range, rawBatch, rawPages, type Values } from "./query.ts";

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

/** Two entities that share a key, such as an item and a pointer to it. Items of the second one have attributes that the first one has not. */
type Pair = readonly [Entity, Entity];
type Either<P extends Pair> = Stored<P[0]> | Stored<P[1]>;

/** Reads the item of a key that two entities share, strongly consistent: one round trip. */
export async function getEither<A extends Entity, B extends Entity>(
  [first, second]: readonly [A, B],
  key: KeyOf<A>,
): Promise<[Stored<A> | undefined, Stored<B> | undefined]> {
  const item = await getRawItem(primaryKey(first, key));
  return [decode(first, item), decode(second, item)];
}

/** Reads the items of one partition page by page, like `queryPages`. */
export async function* queryEither<const P extends Pair>(
  pair: P,
  values: Values<P[0]>,
  range: Range = {},
): AsyncGenerator<Either<P>[]> {
  const [first, second] = pair;
  const both = { ...first, schema: first.schema.extend(second.schema.shape) };
  const read = range.attributesOfSchema ? both : first;
  for await (const items of rawPages(read, values, range)) yield decodeEither(pair, items, range);
}

/** Reads what one round trip reads of a range, like `queryBatch`. */
export async function queryEitherBatch<const P extends Pair>(
  pair: P,
  values: Values<P[0]>,
  range: Range,
): Promise<{ items: Either<P>[]; next: string | undefined }> {
  const { items, next } = await rawBatch(pair[0], values, range);
  return { items: decodeEither(pair, items, range), next };
}

function decodeEither<P extends Pair>([first, second]: P, items: readonly Item[], range: Range): Either<P>[] {
  const own = Object.keys(second.schema.shape).filter((name) => !(name in first.schema.shape));
  return items
    .map((item) => decode(own.every((name) => name in item) ? second : first, item, range))
    .filter((value) => value !== undefined) as Either<P>[];
}
