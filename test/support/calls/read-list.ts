import { type ListSource, readWholeList } from "#lib/storage/lists/source.ts";

/** Reads all elements of a list. */
export const readList = async <T>(list: ListSource<T> | Promise<ListSource<T>>): Promise<T[]> =>
  readWholeList(await list);
