import type * as z from "zod";
import { type Entity, keyValues, primaryKey } from "#lib/storage/table/entity.ts";
import { renderKey } from "#lib/storage/table/key.ts";
import { countItems, type Range } from "#lib/storage/table/query.ts";
import { type Order, rangeAfterId } from "./order.ts";
import { type ListSource, type ReadOptions, sliceOf } from "./source.ts";

/** An entity whose items are in the partition of their host, sorted by id. */
type HostEntity = Entity<z.ZodObject, "H#{userId}", `${"A" | "B" | "P" | "R"}#{id:10}`>;

/** A kind of elements in the partition of their host. */
export interface HostKind<T extends { id: number }> {
  entity: HostEntity;
  /** Reads the elements of one host, page by page. */
  pagesOf(userId: number, range: Range): AsyncIterable<T[]>;
}

/** The host and the direction of a list. */
export interface HostList {
  userId: number;
  order: Order;
}

/** Counts and numbers the elements of a list without reading them. */
export interface Numbering {
  count(): Promise<number>;
  /** The id of the n-th element, from 1, in the list's order; undefined when there are fewer. */
  idOf(n: number): Promise<number | undefined>;
}

/** Number of elements that are skipped by reading them, which is faster than looking up the next one. */
const NEAR = 20;

/** The elements of one host by id. A page far from the start takes as many round trips as `numbering.idOf`, and one more. */
export function listOfHostElements<T extends { id: number }>(
  { entity, pagesOf }: HostKind<T>,
  { userId, order }: HostList,
  numbering: Numbering,
): ListSource<T> {
  const read = ({ after, most }: ReadOptions): AsyncIterable<T[]> =>
    pagesOf(userId, {
      ...(after !== undefined &&
        rangeAfterId(order, Number(after), (id) => primaryKey(entity, { userId, id }).sk)),
      reverse: order === "desc",
      ...(most !== undefined && { limit: most }),
    });
  async function* skip(count: number, take: number): AsyncGenerator<readonly T[]> {
    if (count <= NEAR) return yield* sliceOf(read({ most: count + take }), { skip: count, take });
    const lastSkipped = await numbering.idOf(count);
    if (lastSkipped === undefined) return;
    yield* sliceOf(read({ after: String(lastSkipped), most: take }), { skip: 0, take });
  }
  return { read, skip, positionOf: ({ id }) => String(id), count: () => numbering.count() };
}

/**
 * Counts and numbers by the index that contains only keys: one round trip per 20,000 elements. The index may be a second behind the table.
 * `count` does not count the elements again that `idOf` counted.
 */
export function numberingByIndex(entity: HostEntity, { userId, order }: HostList): Numbering {
  const range = { index: "GSI1", reverse: order === "desc" } as const;
  let counting: Promise<{ count: number; id: number | undefined }> | undefined;
  const countUpTo = async (most: number) => {
    const { count, last } = await countItems(entity, { userId }, { ...range, most });
    const key = last === undefined ? undefined : keyValues(entity, { pk: `H#${userId}`, sk: last });
    return { count, id: key && Number(key.id) };
  };
  return {
    idOf: async (n) => {
      counting = countUpTo(n);
      return (await counting).id;
    },
    count: async () => {
      const counted = await counting;
      if (counted && counted.id === undefined) return counted.count;
      const rest = counted?.id === undefined ? {} : rangeAfterId(order, counted.id, indexKey);
      return (counted?.count ?? 0) + (await countItems(entity, { userId }, { ...range, ...rest })).count;
    },
  };
}

const indexKey = (id: number): string => renderKey("{id:10}", { id }).text;
