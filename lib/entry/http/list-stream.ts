import { Readable } from "node:stream";
import * as z from "zod";
import { Failure } from "#lib/failures.ts";
import { addToMetric } from "#lib/platform/invocation.ts";
import { declaredCopier } from "./copy-declared.ts";

/** A list to be streamed. Its pages are read while the client receives them. */
export interface StreamedList {
  pages: AsyncIterable<readonly unknown[]>;
  headers?: Record<string, string>;
  /** Counts the elements of all pages, to check whether they are too many for one response. */
  count?: () => Promise<number> | undefined;
}

/** Maximum bytes of a response. API Gateway cuts off a stream after 200 MB without an error. */
const LARGEST_RESPONSE = 180 * 1024 * 1024;

/** The end of a response. */
const END = "]}";

/** A page as JSON, without the brackets. */
interface RenderedPage {
  text: string;
  elements: number;
}

/**
 * Renders `{"<name>":[…]}` with the fields that the element schema of `response` declares. The first two pages are read before this returns,
 * so that a failure until then becomes an error response. A list without a second page is a text, which takes less time to
 * send. A longer list is a stream, whose pages are read while the client receives them. A later failure destroys the stream, which leaves the
 * JSON incomplete.
 *
 * @throws {Failure} `list_too_large` if the list would be too large, estimated by its count and the size of the first pages
 */
export async function listStream(response: z.ZodType, list: StreamedList): Promise<string | Readable> {
  if (!(response instanceof z.ZodObject))
    throw new TypeError("a streamed response is an object with one array");
  const [name = "", schema] = Object.entries(response.shape)[0] ?? [];
  if (!(schema instanceof z.ZodArray)) throw new TypeError(`${name} is not an array`);
  const rest = renderPages(schema.element, list.pages);
  const [first, second] = [await nextPage(rest), await nextPage(rest)];
  const start = `{${JSON.stringify(name)}:[${first?.text ?? ""}`;
  if (!first || !second) return `${start}${END}`;
  if (list.count) requireSendable([first, second], (await list.count()) ?? 0);
  return Readable.from(render(start, second, rest), { objectMode: false });
}

async function* renderPages(
  element: z.core.$ZodType,
  pages: StreamedList["pages"],
): AsyncGenerator<RenderedPage> {
  const copy = declaredCopier(element);
  for await (const page of pages)
    if (page.length > 0) {
      const text = page.map((item) => JSON.stringify(copy(item))).join(",");
      addToMetric("list.elements", page.length);
      yield { text, elements: page.length };
    }
}

async function nextPage(pages: AsyncGenerator<RenderedPage>): Promise<RenderedPage | undefined> {
  const page = await pages.next();
  return page.done ? undefined : page.value;
}

function requireSendable(sample: readonly RenderedPage[], total: number): void {
  const bytes = sample.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const elements = sample.reduce((sum, page) => sum + page.elements, 0);
  const expected = (bytes / elements) * total;
  if (expected <= LARGEST_RESPONSE) return;
  const megabytes = Math.round(expected / 1024 / 1024);
  throw new Failure(
    "list_too_large",
    `The list has ${total} elements and about ${megabytes} MB; a response can have at most 180 MB. Read it in pages: send an empty \`cursor\`, then follow the Link header.`,
  );
}

async function* render(
  start: string,
  second: RenderedPage,
  rest: AsyncGenerator<RenderedPage>,
): AsyncGenerator<string> {
  yield start;
  yield `,${second.text}`;
  for await (const { text } of rest) yield `,${text}`;
  yield END;
}
