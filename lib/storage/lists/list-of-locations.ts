import { FETCH_SIZE, type ListElement, type ListKind, type Location, readInChunks } from "./kind.ts";
import type { Order } from "./order.ts";
import type { ListSource, ReadOptions } from "./source.ts";

/** The location of an element, with the value by which a list is sorted. */
export interface SortedLocation extends Location {
  /** The list is sorted by this value, then by id; missing if it is sorted by id only. */
  sortedBy?: string;
}

/** The order of a list, and its filter. Elements are filtered again after reading, because they may have changed since the keys were read. */
export interface SortOptions<T extends ListElement> {
  order: Order;
  matches?: ((element: T) => boolean) | undefined;
}

/** A list that loads and sorts all of its locations before it reads elements. */
export function listOfLocations<T extends ListElement>(
  kind: ListKind<T>,
  load: () => Promise<SortedLocation[]>,
  { order, matches }: SortOptions<T>,
): ListSource<T> {
  const direction = order === "desc" ? -1 : 1;
  const compare = (one: Key, other: Key): number => direction * compareKeys(one, other);
  let loading: Promise<readonly SortedLocation[]> | undefined;
  let sorted: readonly SortedLocation[] = [];
  const loadSorted = (): Promise<readonly SortedLocation[]> => {
    loading ??= load().then((all) => {
      sorted = all.sort(compare);
      return sorted;
    });
    return loading;
  };
  async function* find(locations: readonly SortedLocation[], chunkSize = FETCH_SIZE): AsyncGenerator<T[]> {
    for await (const page of readInChunks(kind, locations, chunkSize))
      yield page.filter((element) => matches?.(element) ?? true);
  }
  async function* read({ after, most }: ReadOptions): AsyncGenerator<T[]> {
    const all = await loadSorted();
    const start = after === undefined ? undefined : keyAt(after);
    const locations = start === undefined ? all : all.filter((key) => compare(key, start) > 0);
    yield* find(locations, Math.min(most ?? FETCH_SIZE, FETCH_SIZE));
  }
  async function* skip(count: number, take: number): AsyncGenerator<T[]> {
    yield* find((await loadSorted()).slice(count, count + take));
  }
  // The position of the key, not of the element, which may have changed since: then the list would continue too late, or repeat itself.
  const positionOf = ({ id }: T): string => `${id} ${sorted.find((key) => key.id === id)?.sortedBy ?? ""}`;
  return { read, skip, positionOf, isCounted: true, count: async () => (await loadSorted()).length };
}

type Key = Pick<SortedLocation, "id" | "sortedBy">;

function compareKeys({ id, sortedBy = "" }: Key, { id: otherId, sortedBy: other = "" }: Key): number {
  return sortedBy < other ? -1 : sortedBy > other ? 1 : id - otherId;
}

function keyAt(position: string): Key {
  const [id, sortedBy = ""] = position.split(" ");
  return { id: Number(id), sortedBy };
}
