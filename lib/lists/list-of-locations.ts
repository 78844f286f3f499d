import { FETCH_SIZE, findInChunks, type ListElement, type ListKind, type Location } from "./kind.ts";
import type { Order } from "./order.ts";
import type { ListSource, ReadOptions } from "./source.ts";

/** Where an element lies, and what it is sorted by before its id. */
export interface SortedLocation extends Location {
  /** Missing when the list is sorted by id alone. */
  sortedBy?: string;
}

/** The order of a list, and the filter its keys have passed, which an element may have left since. */
export interface SortOptions<T extends ListElement> {
  order: Order;
  sortedBy?: ((element: T) => string) | undefined;
  matches?: ((element: T) => boolean) | undefined;
}

/** A list whose keys are known as a whole, in any order, before its elements are fetched. */
export function listOfLocations<T extends ListElement>(
  kind: ListKind<T>,
  load: () => Promise<SortedLocation[]>,
  { order, sortedBy, matches }: SortOptions<T>,
): ListSource<T> {
  const direction = order === "desc" ? -1 : 1;
  const compare = (one: Key, other: Key): number => direction * comparedKeys(one, other);
  let loading: Promise<SortedLocation[]> | undefined;
  const keys = (): Promise<SortedLocation[]> => {
    loading ??= load().then((all) => all.sort(compare));
    return loading;
  };
  async function* fetched(some: readonly SortedLocation[], atOnce = FETCH_SIZE): AsyncGenerator<T[]> {
    for await (const page of findInChunks(kind, some, atOnce))
      yield page.filter((it) => matches?.(it) ?? true);
  }
  async function* read({ after, most }: ReadOptions): AsyncGenerator<T[]> {
    const all = await keys();
    const start = after === undefined ? undefined : keyAt(after);
    const behind = start === undefined ? all : all.filter((key) => compare(key, start) > 0);
    yield* fetched(behind, Math.min(most ?? FETCH_SIZE, FETCH_SIZE));
  }
  async function* skip(count: number, take: number): AsyncGenerator<T[]> {
    yield* fetched((await keys()).slice(count, count + take));
  }
  const positionOf = (element: T): string => `${element.id} ${sortedBy?.(element) ?? ""}`;
  return { read, skip, positionOf, isCounted: true, count: async () => (await keys()).length };
}

type Key = Pick<SortedLocation, "id" | "sortedBy">;

function comparedKeys({ id, sortedBy = "" }: Key, other: Key): number {
  const { sortedBy: otherwise = "" } = other;
  return sortedBy < otherwise ? -1 : sortedBy > otherwise ? 1 : id - other.id;
}

function keyAt(position: string): Key {
  const [id, sortedBy = ""] = position.split(" ");
  return { id: Number(id), sortedBy };
}
