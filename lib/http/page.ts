import * as z from "zod";
import { WholeNumber } from "./whole-number.ts";

const Positive = WholeNumber.refine((value) => value >= 1, "must be at least 1");

/** `take` and `page` of a list; both absent means everything. `take` alone is page 1, `page` alone takes 10. */
export const PageQuery = z.object({ take: Positive.optional(), page: Positive.optional() });
export type PageQuery = z.output<typeof PageQuery>;

const DEFAULT_TAKE = 10;

/** The window a page query asks for; undefined for everything. */
export function windowOf({ take, page }: PageQuery): { skip: number; take: number } | undefined {
  if (take === undefined && page === undefined) return undefined;
  const size = take ?? DEFAULT_TAKE;
  return { skip: ((page ?? 1) - 1) * size, take: size };
}

/** The part of a paged sequence that lies in the window; reads no further than its end. */
export async function* sliced<T>(
  pages: AsyncIterable<readonly T[]>,
  window: { skip: number; take: number } | undefined,
): AsyncGenerator<readonly T[]> {
  if (!window) return yield* pages;
  let position = 0;
  const end = window.skip + window.take;
  for await (const page of pages) {
    yield page.slice(Math.max(0, window.skip - position), Math.max(0, end - position));
    position += page.length;
    if (position >= end) return;
  }
}
