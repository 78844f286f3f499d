import type { ListSource } from "#lib/http/list-source.ts";

/** Everything in a list. */
export async function readList<T>(list: ListSource<T> | Promise<ListSource<T>>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of (await list).read({})) all.push(...page);
  return all;
}
