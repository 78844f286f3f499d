import { type ListSource, wholeList } from "#lib/lists/source.ts";

/** Everything in a list. */
export const readList = async <T>(list: ListSource<T> | Promise<ListSource<T>>): Promise<T[]> =>
  wholeList(await list);
