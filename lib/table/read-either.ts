import { decode, type Entity, type KeyOf, primaryKey, type Stored } from "./entity.ts";
import type { Range, Values } from "./query.ts";
import { getRawItem, rawBatch, rawPages } from "./read.ts";

/** Two entities that share a key, such as an item and a pointer to it. Items of the second one have attributes that the first one has not. */
type Pair = readonly [Entity, Entity];
type Either<P extends Pair> = Stored<P[0]> | Stored<P[1]>;
type Item = Record<string, unknown>;

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
