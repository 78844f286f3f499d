import { type Outcome, unwrap } from "./unwrap.ts";

/** The query parameters of the next page. */
export interface Page {
  take: number;
  cursor: string;
}

/** The type of the elements of a list, from the type of its response. */
export type ElementOf<Body> = {
  [Name in keyof Body]: Body[Name] extends readonly (infer Element)[] ? Element : never;
}[keyof Body];

const ELEMENTS_PER_PAGE = 100;

/**
 * Reads a list element by element. `getPage` reads one page; it is called again after you have consumed the previous page.
 *
 * @example
 * const bookings = listAll((page) => almanac.GET("/bookings", { params: { query: { ...page, status: "upcoming" } } }));
 * for await (const booking of bookings) console.log(booking.title);
 * @throws {AlmanacError} for an error response
 */
export async function* listAll<Body extends object>(
  getPage: (page: Page) => Promise<Outcome<Body>>,
): AsyncGenerator<ElementOf<Body>> {
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const outcome: Outcome<Body> = await getPage({ take: ELEMENTS_PER_PAGE, cursor });
    yield* Object.values(await unwrap(outcome)).find(Array.isArray) ?? [];
    cursor = nextCursor(outcome.response);
  }
}

/** Returns the cursor in the `next` link (RFC 8288), or undefined on the last page. */
function nextCursor({ headers }: Response): string | undefined {
  const url = /<([^>]*)>;\s*rel="next"/.exec(headers.get("Link") ?? "")?.[1];
  return url === undefined ? undefined : (new URL(url).searchParams.get("cursor") ?? undefined);
}
