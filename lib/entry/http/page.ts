import * as z from "zod";
import { invalidField } from "#lib/failures.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";

const Positive = WholeNumber.pipe(z.int().min(1)).meta({ minimum: 1 });

/**
 * The query parameters `take`, `page`, `cursor` and `count` of every list. Without the first three, the whole list is returned; without
 * `page`, page 1; without `take`, 10 elements. An empty `cursor` starts a list, which the client continues with the `Link` header.
 */
export const PageQuery = z.object({
  take: Positive.optional().describe("Elements per page; 10 by default with `page` or `cursor`."),
  page: Positive.optional().describe(
    "Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned.",
  ),
  cursor: z
    .string()
    .max(1_000)
    .optional()
    .describe("Alternative to `page` for long lists. Send it empty first, then follow the Link header."),
  count: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((text) => text === "true")
    .optional()
    .describe(
      "`true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page.",
    ),
});
export type PageQuery = z.output<typeof PageQuery>;

const DEFAULT_TAKE = 10;

/** The requested part of a list. */
export type Window =
  | { part: "everything" }
  | { part: "page"; page: number; skip: number; take: number }
  | { part: "cursor"; cursor: string; take: number };

/**
 * Returns the part of a list that a query requests.
 *
 * @throws {Failure} `invalid_request` if it has both a page and a cursor
 */
export function windowOf({ take, page, cursor }: PageQuery): Window {
  const size = take ?? DEFAULT_TAKE;
  if (cursor !== undefined) {
    if (page !== undefined) throw invalidField("#/query/page", "Send `page` or `cursor`, not both.");
    return { part: "cursor", cursor, take: size };
  }
  if (take === undefined && page === undefined) return { part: "everything" };
  const number = page ?? 1;
  return { part: "page", page: number, skip: (number - 1) * size, take: size };
}
