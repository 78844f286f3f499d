import type { ListSource } from "./source.ts";

interface Found<K, T> {
  /** Reads the items of some keys in parallel; undefined for those that are missing. */
  find: (keys: readonly K[]) => Promise<readonly (T | undefined)[]>;
  /** The position of an item's key. */
  positionOf: (item: T) => string;
}

/** The items to which a list of their keys leads, in its order. */
export const listByKeys = <K, T>(keys: ListSource<K>, { find, positionOf }: Found<K, T>): ListSource<T> => ({
  async *read(reading) {
    for await (const page of keys.read(reading))
      yield (await find(page)).filter((item) => item !== undefined);
  },
  positionOf,
  ...(keys.count && { count: keys.count }),
});
