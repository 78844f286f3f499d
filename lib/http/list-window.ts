import { invalidField } from "#lib/failures.ts";
import type { Batch, ListSource } from "#lib/lists/source.ts";
import { sliced } from "#lib/lists/source.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { type ListAddress, linkHeader, pageRelations } from "./links.ts";
import type { StreamedList } from "./list-stream.ts";
import { type PageQuery, windowOf } from "./page.ts";

/** A list, the part of it that is asked for, and where it was asked. */
export interface Asked<T> {
  source: ListSource<T>;
  query: PageQuery;
  address: ListAddress;
  /** Whose list it is; a cursor is bound to it. */
  owner: string;
}

/** Some of a list, before it is shown. */
interface PartOf<T> extends StreamedList {
  pages: AsyncIterable<readonly T[]>;
}

/** Elements one answer to a cursor holds at most: its `Link` has to be known before the first of them leaves. */
const LARGEST_BATCH = 500;

/** The answer to a query for a list: everything, a page, or what follows a cursor. */
export async function windowed<T>(asked: Asked<T>): Promise<StreamedList> {
  const list = await partOf(asked);
  const { shown } = asked.source;
  return shown ? { ...list, pages: shownPages(list.pages, shown) } : list;
}

async function* shownPages<T>(
  pages: AsyncIterable<readonly T[]>,
  shown: (item: T) => unknown,
): AsyncGenerator<readonly unknown[]> {
  for await (const page of pages) yield page.map(shown);
}

async function partOf<T>(asked: Asked<T>): Promise<PartOf<T>> {
  const { source, query } = asked;
  const window = windowOf(query);
  if (window.part === "everything")
    return { pages: source.read({}), ...(source.count && { count: () => source.count?.() }) };
  if (window.part === "cursor") return batchAnswer(asked, window);
  const { count } = source;
  if (count) return pageAnswer(asked, window, count);
  if (query.page !== undefined)
    throw invalidField(
      "#/query/page",
      "This query supports cursors only: send an empty `cursor` instead of `page`, then follow the Link header.",
    );
  return batchAnswer(asked, { cursor: "", take: window.take });
}

async function pageAnswer<T>(
  { source, address }: Asked<T>,
  window: { page: number; skip: number; take: number },
  count: () => Promise<number>,
): Promise<PartOf<T>> {
  const { skip, take } = window;
  const pages = source.skip?.(skip, take) ?? sliced(source.read({ most: skip + take }), { skip, take });
  // Side by side: neither waits for the other, but a source may count on from where the page begins.
  const [begun, total] = await Promise.all([begin(pages), count()]);
  const headers = headersOf(linkHeader(address, pageRelations(window, total)), total);
  return { pages: begun, headers, count: async () => Math.min(take, total - skip) };
}

async function batchAnswer<T>(
  { source, address, owner }: Asked<T>,
  { cursor, take }: { cursor: string; take: number },
): Promise<PartOf<T>> {
  const filters = address.filters.map((pair) => JSON.stringify(pair)).toSorted();
  const boundTo = [owner, ...filters].join("\n");
  const after = await readCursor(cursor, boundTo);
  const size = Math.min(take, LARGEST_BATCH);
  const [{ items, next, later }, total] = await Promise.all([
    source.batch?.(after, size) ?? readBatch(source, { after, take: size }),
    source.count?.(),
  ]);
  const position = next ?? later;
  const behind = position === undefined ? undefined : await writeCursor(position, boundTo);
  const relations = {
    first: { take, cursor: "" },
    next: next === undefined || behind === undefined ? undefined : { take, cursor: behind },
  };
  const headers = headersOf(linkHeader(address, relations), total);
  return {
    pages: onePage(items),
    headers: { ...headers, ...(behind !== undefined && { "X-Next-Cursor": behind }) },
  };
}

const headersOf = (Link: string, total: number | undefined): Record<string, string> => ({
  Link,
  ...(total !== undefined && { "X-Total-Count": String(total) }),
});

/** Reads one element more than asked for, which tells whether there is a next one. */
async function readBatch<T>(
  source: ListSource<T>,
  { after, take }: { after: string | undefined; take: number },
): Promise<Batch<T>> {
  const items: T[] = [];
  for await (const page of sliced(source.read({ after, most: take + 1 }), { skip: 0, take: take + 1 }))
    items.push(...page);
  const last = items.length > take ? items[take - 1] : undefined;
  return { items: items.slice(0, take), next: last && source.positionOf(last) };
}

/** Reads the first page now and the others as they are asked for. */
async function begin<T>(pages: AsyncIterable<readonly T[]>): Promise<AsyncIterable<readonly T[]>> {
  const iterator = pages[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    for (let page = first; !page.done; page = await iterator.next()) yield page.value;
  })();
}

async function* onePage<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items;
}
