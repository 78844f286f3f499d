/** Where to begin reading a list, and how much will be wanted at most. */
export interface ReadOptions {
  /** A position: begins with the element behind it. */
  after?: string | undefined;
  most?: number | undefined;
}

/** Some elements of a list, and the position to go on from; none at its end. */
export interface Batch<T> {
  items: readonly T[];
  next: string | undefined;
  /** At the end of a list that grows there: the position to go on from later. */
  later?: string;
}

/**
 * A list as its resource offers it; `take`, `page`, `cursor`, `Link` and the total are made from this for every list
 * (`lib/http/list-window.ts`). A position is text that only the source understands; it stays good while others write.
 */
export interface ListSource<T> {
  /** The elements in the list's order, in pages as they are read. */
  read(reading: ReadOptions): AsyncIterable<readonly T[]>;
  /** The position of an element. */
  positionOf(item: T): string;
  /** How many elements there are. A list that cannot tell without reading all of them takes cursors only. */
  count?(): Promise<number>;
  /** Whether the list is counted before it is read, so that `count` reads nothing more. Its pages may be shorter than `take`. */
  isCounted?: true;
  /** The elements behind the first `skip`; without it the list is read from its start. */
  skip?(skip: number, take: number): AsyncIterable<readonly T[]>;
  /** At most `take` elements; without it they are read. For lists that may look at many elements to find few. */
  batch?(after: string | undefined, take: number): Promise<Batch<T>>;
  /** What is shown of an element; without it the element. */
  render?(item: T): unknown;
}

/** Where a batch goes on: behind its last element when more were found than it takes, else at `next`. */
interface BatchOptions<T> {
  take: number;
  positionOf: (item: T) => string;
  next: string | undefined;
}

/** The batch of what was found. */
export function batchOf<T>(found: readonly T[], { take, positionOf, next }: BatchOptions<T>): Batch<T> {
  const last = found.length > take ? found[take - 1] : undefined;
  return last ? { items: found.slice(0, take), next: positionOf(last) } : { items: found, next };
}

/** All elements of a list at once; for lists that are short. */
export async function readWholeList<T>(list: ListSource<T>): Promise<T[]> {
  return (await Array.fromAsync(list.read({}))).flat();
}

/** How many elements some pages hold; for lists that are short. */
export async function countOf(pages: AsyncIterable<readonly unknown[]>): Promise<number> {
  let count = 0;
  for await (const page of pages) count += page.length;
  return count;
}

/** The part of a paged sequence that lies in the window; reads no further than its end. */
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
