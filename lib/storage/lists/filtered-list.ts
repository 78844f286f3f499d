import { FETCH_SIZE } from "./kind.ts";
import type { Batch, ListSource, ReadOptions } from "./source.ts";

/** Maximum number of elements that one request with a cursor examines, so that a rare match doesn't read the whole list. */
const MAX_EXAMINED = 5_000;

/** The elements of a list that match a filter. It supports cursors only: a count would read the whole list. */
export function filteredList<T>(list: ListSource<T>, matches: (item: T) => boolean): ListSource<T> {
  const { positionOf } = list;
  async function* read({ after }: ReadOptions): AsyncGenerator<T[]> {
    for await (const page of list.read({ after })) yield page.filter(matches);
  }
  async function batch(after: string | undefined, take: number): Promise<Batch<T>> {
    const items: T[] = [];
    let examined = 0;
    for await (const page of list.read({ after, most: FETCH_SIZE })) {
      for (const element of page) {
        examined += 1;
        if (matches(element)) items.push(element);
        if (items.length === take || examined === MAX_EXAMINED) return { items, next: positionOf(element) };
      }
    }
    return { items, next: undefined };
  }
  return { read, batch, positionOf };
}
