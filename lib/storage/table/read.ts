import { BatchGetCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { chunksOf } from "#lib/platform/chunks.ts";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { tableClient, tableName } from "./client.ts";
import { decode, type Entity, type KeyOf, primaryKey, type Stored } from "./entity.ts";
import { ExpressionNames } from "./expression.ts";
import { projectionOf, type Range, rawBatch, rawPages, type Values } from "./query.ts";

type Item = Record<string, unknown>;
/** DynamoDB's limit of one call. */
const MAX_KEYS = 100;
/** Maximum milliseconds before unprocessed keys are requested again, the first time and later. */
const FIRST_WAIT = 20;
const LONGEST_WAIT = 1_000;

/** Reads one item by its key, strongly consistent: one round trip. */
export const findItem = async <E extends Entity>(entity: E, key: KeyOf<E>): Promise<Stored<E> | undefined> =>
  decode(entity, await findRawItem(primaryKey(entity, key)));

/** Like {@link findItem}, but not decoded. */
export async function findRawItem(Key: Record<"pk" | "sk", string>): Promise<Item | undefined> {
  const { Item } = await countRoundTrip(() =>
    tableClient().send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true })),
  );
  return Item;
}

/** One item to read with others. */
export interface ItemRequest<E extends Entity = Entity> {
  entity: E;
  key: { pk: string; sk: string };
}

/** Creates the request of one item for {@link findItems}. */
export const itemRequest = <E extends Entity>(entity: E, key: KeyOf<E>): ItemRequest<E> => ({
  entity,
  key: primaryKey(entity, key),
});

type OptionalRequest = ItemRequest | undefined;
type ItemOf<R> = R extends ItemRequest<infer E> ? Stored<E> | undefined : undefined;

/** The result of {@link findItems}: undefined for an undefined request. */
export type ItemsOf<R extends readonly OptionalRequest[]> = { [I in keyof R]: ItemOf<R[I]> };

/**
 * Reads any number of items, strongly consistent, in the order of the requests; missing ones are undefined. One round trip per 16 MB:
 * calls of 100 keys run in parallel. With `attributesOfSchema`, only the attributes of the schemas are read.
 */
export async function findItems<const R extends readonly OptionalRequest[]>(
  requests: R,
  options?: Pick<Range, "attributesOfSchema">,
): Promise<ItemsOf<R>> {
  const items = await findRawItems(requests, options);
  return requests.map((request, at) => request && decode(request.entity, items[at])) as ItemsOf<R>;
}

/** The items of some keys that exist and can be read, and the errors of those that can't. */
export interface ReadableItems<E extends Entity> {
  items: Stored<E>[];
  unreadable: unknown[];
}

/** Like {@link findItems}, but an item that its schema can't parse does not fail the others. */
export async function findReadableItems<E extends Entity>(
  entity: E,
  keys: readonly KeyOf<E>[],
): Promise<ReadableItems<E>> {
  const unreadable: unknown[] = [];
  const found = await findRawItems(keys.map((key) => itemRequest(entity, key)));
  const items = found.flatMap((item): Stored<E>[] => {
    try {
      const value = decode(entity, item);
      return value ? [value] : [];
    } catch (error) {
      unreadable.push(error);
      return [];
    }
  });
  return { items, unreadable };
}

/** Like {@link findItems}, but not decoded. */
async function findRawItems(
  requests: readonly OptionalRequest[],
  { attributesOfSchema = false }: Pick<Range, "attributesOfSchema"> = {},
): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  const list = requests.filter((request) => request !== undefined);
  const keys = [...new Map(list.map(({ key }) => [keyText(key), key])).values()];
  const to = new ExpressionNames();
  const names = ["pk", "sk", "entity", ...list.flatMap(({ entity }) => Object.keys(entity.schema.shape))];
  const projection = attributesOfSchema ? { ...projectionOf(names, to), ...to.attributes() } : {};
  await Promise.all(chunksOf(keys, MAX_KEYS).map((batch) => readBatch(batch, found, projection)));
  return requests.map((request) => request && found.get(keyText(request.key)));
}

/** Like {@link findItems}, for several lists of requests. */
export async function findItemsOfEach<const L extends readonly (readonly OptionalRequest[])[]>(
  lists: L,
): Promise<{ [I in keyof L]: ItemsOf<L[I]> }> {
  const items = await findItems(lists.flat());
  let end = 0;
  const found: unknown[] = lists.map(({ length }) => {
    end += length;
    return items.slice(end - length, end);
  });
  return found as { [I in keyof L]: ItemsOf<L[I]> };
}

const keyText = (key: Item): string => `${key["pk"]}\n${key["sk"]}`;

async function readBatch(keys: Item[], found: Map<string, Item>, projection: object): Promise<void> {
  let pending: Item[] = keys;
  for (let wait = FIRST_WAIT; pending.length > 0; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const RequestItems = { [tableName()]: { Keys: pending, ConsistentRead: true, ...projection } };
    const response = await countRoundTrip(() => tableClient().send(new BatchGetCommand({ RequestItems })));
    for (const item of response.Responses?.[tableName()] ?? []) found.set(keyText(item), item);
    pending = response.UnprocessedKeys?.[tableName()]?.Keys ?? [];
    if (pending.length > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * wait));
  }
}

/** Two entities that share a key, such as an item and a pointer to it. The second one has attributes that the first one lacks. */
type Pair = readonly [Entity, Entity];
type Either<P extends Pair> = Stored<P[0]> | Stored<P[1]>;

/** Reads the item of a key that two entities share, strongly consistent: one round trip. */
export async function findEither<A extends Entity, B extends Entity>(
  [first, second]: readonly [A, B],
  key: KeyOf<A>,
): Promise<[Stored<A> | undefined, Stored<B> | undefined]> {
  const item = await findRawItem(primaryKey(first, key));
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

/** Reads the items of one round trip, like `queryBatch`. */
export async function queryEitherBatch<const P extends Pair>(
  pair: P,
  values: Values<P[0]>,
  range: Range,
): Promise<{ items: Either<P>[]; next: string | undefined }> {
  const { items, next } = await rawBatch(pair[0], values, range);
  return { items: decodeEither(pair, items, range), next };
}

function decodeEither<P extends Pair>([first, second]: P, items: readonly Item[], range: Range): Either<P>[] {
  const onlyInSecond = Object.keys(second.schema.shape).filter((name) => !(name in first.schema.shape));
  return items
    .map((item) => decode(onlyInSecond.every((name) => name in item) ? second : first, item, range))
    .filter((value) => value !== undefined) as Either<P>[];
}
