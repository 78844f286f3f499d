/** Where to start reading a list. */
export interface ReadOptions {
  /** A position, after which reading starts. */
  after?: string | undefined;
  /** Maximum number of elements that the caller will use. */
  most?: number | undefined;
}

/** Some elements of a list, and the position after which the next batch starts; undefined at the end. */
export interface Batch<T> {
  items: readonly T[];
  next: string | undefined;
  /** At the end of a list to which elements are added: the position after which to continue later. */
  later?: string;
}

/**
 * A list of a resource. `lib/entry/http/list-window.ts` implements `take`, `page`, `cursor`, the `Link` header and the total for every list. A
 * position is a string in a format of the source; it stays valid while elements are added and deleted.
 */
export interface ListSource<T> {
  /** Reads the elements in the list's order, page by page. */
  read(options: ReadOptions): AsyncIterable<readonly T[]>;
  /** The position of an element. */
  positionOf(item: T): string;
  /** The number of elements. A list without it supports cursors only, because counting would read all elements. */
  count?(): Promise<number>;
  /** Whether the list is counted before it is read, so that `count` reads nothing more. Its pages may be shorter than `take`. */
  isCounted?: true;
  /** Reads the elements after the first `skip`; without it, the list is read from its start. */
  skip?(skip: number, take: number): AsyncIterable<readonly T[]>;
  /** Reads at most `take` elements, for lists that may examine many elements to find few; without it, `read` is used. */
  batch?(after: string | undefined, take: number): Promise<Batch<T>>;
  /** Renders an element for the response; without it, the element is returned. */
  render?(item: T): unknown;
}

/** The next batch starts after the last returned element if more were found, otherwise at `next`. */
interface BatchOptions<T> {
  take: number;
  positionOf: (item: T) => string;
  next: string | undefined;
}

/** Creates a batch of the first found elements. */
export function batchOf<T>(found: readonly T[], { take, positionOf, next }: BatchOptions<T>): Batch<T> {
  const last = found.length > take ? found[take - 1] : undefined;
  return last ? { items: found.slice(0, take), next: positionOf(last) } : { items: found, next };
}

/** Reads all elements of a list. Only for short lists. */
export async function readWholeList<T>(list: ListSource<T>): Promise<T[]> {
  return (await Array.fromAsync(list.read({}))).flat();
}

/** Counts the elements of pages by reading them. Only for short lists. */
export async function countElements(pages: AsyncIterable<readonly unknown[]>): Promise<number> {
  let count = 0;
  for await (const page of pages) count += page.length;
  return count;
}

/** The elements of a window of some pages. Reads no further than the end of the window. */
export async function* sliceOf<T>(
  pages: AsyncIterable<readonly T[]>,
  window: { skip: number; take: number },
): AsyncGenerator<readonly T[]> {
  let position = 0;
  const end = window.skip + window.take;
  for await (const page of pages) {
    yield page.slice(Math.max(0, window.skip - position), Math.max(0, end - position));
    position += page.length;
    if (position >= end) return;
  }
}
