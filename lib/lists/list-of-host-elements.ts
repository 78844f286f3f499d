import type * as z from "zod";
import { type Entity, keyValues, primaryKey } from "#lib/table/entity.ts";
import { renderKey } from "#lib/table/key.ts";
import { countItems, type Range } from "#lib/table/query.ts";
import type { Order } from "./order.ts";
import { type ListSource, type ReadOptions, sliceOf } from "./source.ts";

/** What lies in its host's partition, by its id. */
type OwnEntity = Entity<z.ZodObject, "H#{userId}", `${"A" | "B" | "P" | "R"}#{id:10}`>;

/** A kind of elements as they lie in the partition of their host. */
export interface HostKind<T extends { id: number }> {
  entity: OwnEntity;
  /** Those of one host, page by page. */
  pagesOf(userId: number, range: Range): AsyncIterable<T[]>;
}

/** Whose list, and in which direction. */
export interface Owned {
  userId: number;
  order: Order;
}

/** How the elements of a list are counted and numbered without reading them. */
export interface Numbering {
  count(): Promise<number>;
  /** The id of the n-th element, from 1, in the list's order; undefined when there are fewer. */
  idOf(n: number): Promise<number | undefined>;
}

/** Elements at the start of a list that are rather read past than looked up. */
const NEAR = 20;

/** The elements of one host by id; pages far from the start cost what the numbering does. */
export function listOfHostElements<T extends { id: number }>(
  { entity, pagesOf }: HostKind<T>,
  { userId, order }: Owned,
  numbering: Numbering,
): ListSource<T> {
  const read = ({ after, most }: ReadOptions): AsyncIterable<T[]> =>
    pagesOf(userId, {
      ...(after !== undefined && behind(order, Number(after), (id) => primaryKey(entity, { userId, id }).sk)),
      reverse: order === "desc",
      ...(most !== undefined && { limit: most }),
    });
  async function* skip(count: number, take: number): AsyncGenerator<readonly T[]> {
    if (count <= NEAR) return yield* sliceOf(read({ most: count + take }), { skip: count, take });
    const before = await numbering.idOf(count);
    if (before === undefined) return;
    yield* sliceOf(read({ after: String(before), most: take }), { skip: 0, take });
  }
  return { read, skip, positionOf: ({ id }) => String(id), count: () => numbering.count() };
}

/**
 * Counts and numbers by the index that holds keys only: one round trip per 20,000 elements passed. It may lag a second
 * behind. What was passed to find an element is not counted again.
 */
export function numberingByIndex(entity: OwnEntity, { userId, order }: Owned): Numbering {
  const range = { index: "GSI1", reverse: order === "desc" } as const;
  let passing: Promise<{ count: number; id: number | undefined }> | undefined;
  const pass = async (most: number) => {
    const { count, last } = await countItems(entity, { userId }, { ...range, most });
    const key = last === undefined ? undefined : keyValues(entity, { pk: `H#${userId}`, sk: last });
    return { count, id: key && Number(key.id) };
  };
  return {
    idOf: async (n) => {
      passing = pass(n);
      return (await passing).id;
    },
    count: async () => {
      const passed = await passing;
      if (passed && passed.id === undefined) return passed.count;
      const rest = passed?.id === undefined ? {} : behind(order, passed.id, indexKey);
      return (passed?.count ?? 0) + (await countItems(entity, { userId }, { ...range, ...rest })).count;
    },
  };
}

const indexKey = (id: number): string => renderKey("{id:10}", { id }).text;

/** The range behind an element, in the order of the list. */
const behind = (order: Order, id: number, keyOf: (id: number) => string): Range =>
  order === "asc" ? { after: keyOf(id) } : { until: keyOf(Math.max(0, id - 1)) };
