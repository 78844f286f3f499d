import { Readable } from "node:stream";
import * as z from "zod";

/** A list to be streamed: its pages are asked for as the client takes them. */
export interface StreamedList {
  pages: AsyncIterable<readonly unknown[]>;
  headers?: Record<string, string>;
}

/**
 * Renders `{"<name>":[…]}` page by page, each element parsed by the element schema of `response`.
 * The first page is read before this resolves, so a failure up to there still becomes an error answer; a later one
 * destroys the stream, and the JSON is never closed over a gap.
 */
export async function listStream(response: z.ZodType, list: StreamedList): Promise<Readable> {
  if (!(response instanceof z.ZodObject))
    throw new TypeError("a streamed response is an object with one array");
  const [name = "", schema] = Object.entries(response.shape)[0] ?? [];
  if (!(schema instanceof z.ZodArray)) throw new TypeError(`${name} is no array`);
  const element = schema.element as z.ZodType;
  const texts = renderPages(element, list.pages);
  const first = await texts.next();
  return Readable.from(render(name, first, texts), { objectMode: false });
}

async function* renderPages(element: z.ZodType, pages: StreamedList["pages"]): AsyncGenerator<string> {
  for await (const page of pages)
    if (page.length > 0) yield page.map((item) => JSON.stringify(element.parse(item))).join(",");
}

async function* render(
  name: string,
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  yield `{${JSON.stringify(name)}:[`;
  if (!first.done) yield first.value;
  for await (const text of rest) yield `,${text}`;
  yield "]}";
}
