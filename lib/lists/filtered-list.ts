import { countOf, type ListSource, type Reading } from "./source.ts";

/** The elements of a list that pass a filter. Counting reads the whole list. */
export function filteredList<T>(list: ListSource<T>, matches: (item: T) => boolean): ListSource<T> {
  async function* read({ after }: Reading): AsyncGenerator<T[]> {
    for await (const page of list.read({ after })) yield page.filter(matches);
  }
  return { read, positionOf: list.positionOf, count: () => countOf(read({})) };
}
