import { type Caller, isSystemAdmin, organizationsOf } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { type Batch, type ListSource, sliceOf } from "#lib/storage/lists/source.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { countedPageRelations, type ListAddress, linkHeader, pageRelations } from "./links.ts";
import type { StreamedList } from "./list-stream.ts";
import { type PageQuery, windowOf } from "./page.ts";

/** A list, its paging parameters, and its address. */
interface ListRequest<T> {
  source: ListSource<T>;
  query: PageQuery;
  address: ListAddress;
  /** See `listOwner`; a cursor is bound to it. */
  owner: string;
}

/** A part of a list, before it is rendered. */
interface Part<T> extends StreamedList {
  pages: AsyncIterable<readonly T[]>;
}

/** Maximum number of elements of a response to a cursor. It can't be streamed, because its `Link` header needs the last element. */
const LARGEST_BATCH = 500;
/** Maximum number of elements of a page that is read before its response is sent. A longer page is counted and streamed. */
const MAX_READ_AHEAD = 200;

/** Returns the requested part of a list: all of it, a page, or the elements after a cursor. */
export async function selectWindow<T>(request: ListRequest<T>): Promise<StreamedList> {
  const list = await partOf(request);
  const { render } = request.source;
  return render ? { ...list, pages: renderPages(list.pages, render) } : list;
}

async function* renderPages<T>(
  pages: AsyncIterable<readonly T[]>,
  render: (item: T) => unknown,
): AsyncGenerator<readonly unknown[]> {
  for await (const page of pages) yield page.map(render);
}

async function partOf<T>(request: ListRequest<T>): Promise<Part<T>> {
  const { source, query } = request;
  const { count } = source;
  const window = windowOf(query);
  if (window.part === "everything") {
    const headers = query.count && count ? totalHeader(await count()) : {};
    return { pages: source.read({}), headers, ...(count && { count }) };
  }
  if (window.part === "cursor") return batchPart(request, window);
  if (count)
    return query.count || source.isCounted || window.take > MAX_READ_AHEAD
      ? countedPage(request, window, count)
      : uncountedPage(request, window);
  if (query.page !== undefined)
    throw invalidField(
      "#/query/page",
      "This query supports cursors only: send an empty `cursor` instead of `page`, then follow the Link header.",
    );
  return batchPart(request, { cursor: "", take: window.take });
}

interface PageWindow {
  page: number;
  skip: number;
  take: number;
}

/** Reads a page and one element more, to know whether there is a next page. */
async function uncountedPage<T>({ source, address }: ListRequest<T>, window: PageWindow): Promise<Part<T>> {
  const items = (await Array.fromAsync(pagesOf(source, { ...window, take: window.take + 1 }))).flat();
  const relations = pageRelations(window, items.length > window.take);
  return {
    pages: onePage(items.slice(0, window.take)),
    headers: { Link: linkHeader(address, relations) },
  };
}

async function countedPage<T>(
  { source, query, address }: ListRequest<T>,
  window: PageWindow,
  count: () => Promise<number>,
): Promise<Part<T>> {
  const { skip, take } = window;
  // The page and the count are read in parallel. A source may use what the page read to count the rest.
  const [pages, total] = await Promise.all([startReading(pagesOf(source, window)), count()]);
  const relations = query.count
    ? countedPageRelations(window, total)
    : pageRelations(window, skip + take < total);
  const headers = {
    Link: linkHeader(withCount(address, query), relations),
    ...(query.count && totalHeader(total)),
  };
  return { pages, headers, count: async () => Math.min(take, total - skip) };
}

const pagesOf = <T>(source: ListSource<T>, { skip, take }: Omit<PageWindow, "page">) =>
  source.skip?.(skip, take) ?? sliceOf(source.read({ most: skip + take }), { skip, take });

/** The address of pages that also return the total. */
const withCount = ({ url, filters }: ListAddress, { count }: PageQuery): ListAddress => ({
  url,
  filters: count ? [...filters, ["count", "true"]] : filters,
});

/** Elements of a list. `next` is the cursor of the next batch, `later` the one with which to continue when elements were added. */
interface CursorBatch<T> {
  items: readonly T[];
  next: string | undefined;
  later: string | undefined;
}

/** Where to start reading a list. A cursor is bound to the owner and the filters. */
interface CursorWindow {
  cursor: string;
  take: number;
  owner: string;
  filters: ListAddress["filters"];
}

/**
 * Reads the elements after a cursor; the first ones for an empty cursor.
 *
 * @throws {Failure} `invalid_request` if it is a cursor of another list, caller or filter
 */
export async function readBatchAfter<T>(
  source: ListSource<T>,
  { cursor, take, owner, filters }: CursorWindow,
): Promise<CursorBatch<T>> {
  const boundTo = [owner, ...filters.map((pair) => JSON.stringify(pair)).toSorted()].join("\n");
  const after = await readCursor(cursor, boundTo);
  const size = Math.min(take, LARGEST_BATCH);
  const batch = await (source.batch?.(after, size) ?? readBatch(source, { after, take: size }));
  const cursorOf = async (position: string | undefined) =>
    position === undefined ? undefined : writeCursor(position, boundTo);
  return { items: batch.items, next: await cursorOf(batch.next), later: await cursorOf(batch.later) };
}

async function batchPart<T>(
  { source, query, address, owner }: ListRequest<T>,
  { cursor, take }: { cursor: string; take: number },
): Promise<Part<T>> {
  const [{ items, next, later }, total] = await Promise.all([
    readBatchAfter(source, { cursor, take, owner, filters: address.filters }),
    query.count ? source.count?.() : undefined,
  ]);
  const nextCursor = next ?? later;
  const relations = {
    first: { take, cursor: "" },
    next: next === undefined ? undefined : { take, cursor: next },
  };
  return {
    pages: onePage(items),
    headers: {
      Link: linkHeader(withCount(address, query), relations),
      ...(total !== undefined && totalHeader(total)),
      ...(nextCursor !== undefined && { "X-Next-Cursor": nextCursor }),
    },
  };
}

const totalHeader = (total: number): Record<string, string> => ({ "X-Total-Count": String(total) });

/** Reads one element more than requested, to know whether there is a next batch. */
async function readBatch<T>(
  source: ListSource<T>,
  { after, take }: { after: string | undefined; take: number },
): Promise<Batch<T>> {
  const items: T[] = [];
  for await (const page of sliceOf(source.read({ after, most: take + 1 }), { skip: 0, take: take + 1 }))
    items.push(...page);
  const last = items.length > take ? items[take - 1] : undefined;
  return { items: items.slice(0, take), next: last && source.positionOf(last) };
}

/** Reads the first page immediately, and each further one when it is requested. */
async function startReading<T>(pages: AsyncIterable<readonly T[]>): Promise<AsyncIterable<readonly T[]>> {
  const iterator = pages[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    for (let page = first; !page.done; page = await iterator.next()) yield page.value;
  })();
}

async function* onePage<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items;
}

/** Identifies a list and its caller. It includes the caller's rights, on which the elements of the list depend, so a cursor is bound to them. */
export const listOwner = (list: string, { caller, path }: { caller: Caller; path?: unknown }): string =>
  JSON.stringify([list, path, caller.userId, isSystemAdmin(caller), organizationsOf(caller).toSorted()]);
