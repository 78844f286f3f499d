import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { listOwner, readBatchAfter } from "#lib/entry/http/list-window.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";

const DEFAULT_LIMIT = 10;
const LARGEST_LIMIT = 50;

/** The arguments of all tools that return lists. */
export const ListPageInput = z.object({
  limit: z
    .int()
    .min(1)
    .max(LARGEST_LIMIT)
    .optional()
    .describe(`Most elements to return: ${DEFAULT_LIMIT} by default, at most ${LARGEST_LIMIT}.`),
  cursor: z
    .string()
    .max(1_000)
    .optional()
    .describe(
      "`nextCursor` of the last result, for the elements after it. Send the other arguments again unchanged.",
    ),
});

/** The cursor of the next elements, in results. */
export const NextCursor = z
  .string()
  .nullable()
  .describe("Send it as `cursor` to get the next elements; null if these were the last ones.");

/** A call of a tool that returns a list. */
interface ListCall {
  /** Name of the tool. */
  list: string;
  caller: Caller;
  input: z.output<typeof ListPageInput>;
}

/** Some elements of a list, and the cursor of the next elements; null if there are none. */
export interface ListPage<T> {
  items: readonly T[];
  nextCursor: string | null;
}

/** Reads the part of a list that a call requests. */
export async function readListPage<T>(source: ListSource<T>, call: ListCall): Promise<ListPage<T>> {
  const { limit: take = DEFAULT_LIMIT, cursor = "", ...filters } = call.input;
  const { items, next } = await readBatchAfter(source, {
    cursor,
    take,
    owner: listOwner(call.list, call),
    filters: Object.entries(filters).map(([name, value]) => [name, JSON.stringify(value)]),
  });
  return { items, nextCursor: next ?? null };
}
