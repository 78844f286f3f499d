import type { ListSource } from "./source.ts";

interface Lookup<K, T> {
  /** Reads the items of some keys in parallel; undefined for those that are missing. */
  find: (keys: readonly K[]) => Promise<readonly (T | undefined)[]>;
  /** The position of an item's key. */
  positionOf: (item: T) => string;
}

/** The list of the items whose keys another list contains, in the order of that list. */
export const listByKeys = <K, T>(keys: ListSource<K>, { find, positionOf }: Lookup<K, T>): ListSource<T> => ({
  async *read(options) {
    for await (const page of keys.read(options))
      yield (await find(page)).filter((item) => item !== undefined);
  },
  positionOf,
  ...(keys.count && { count: keys.count }),
});
