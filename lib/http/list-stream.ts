import { Readable } from "node:stream";
import * as z from "zod";
import { Failure } from "#lib/failures.ts";
import { addToMetric } from "#lib/platform/invocation.ts";
import { declaredCopier } from "./copy-declared.ts";

/** A list to be streamed: its pages are asked for as the client takes them. */
export interface StreamedList {
  pages: AsyncIterable<readonly unknown[]>;
  headers?: Record<string, string>;
  /** How many elements the pages hold; tells whether they are too many for one answer. */
  count?: () => Promise<number> | undefined;
}

/** Bytes of an answer. The gateway cuts a stream off after 200 MB, and then nobody knows what is missing. */
const LARGEST_ANSWER = 180 * 1024 * 1024;

/** A page as JSON, without the brackets. */
interface RenderedPage {
  text: string;
  elements: number;
}

/**
 * Renders `{"<name>":[…]}` page by page, of each element only what the element schema of `response` declares.
 * The first page is read before this resolves (of a counted list the second one too), so a failure up to there still
 * becomes an error answer; a later one destroys the stream, and the JSON is never closed over a gap.
 *
 * @throws {Failure} `list_too_large` when the elements counted are, by the size of the first ones, too many
 */
export async function listStream(response: z.ZodType, list: StreamedList): Promise<Readable> {
  if (!(response instanceof z.ZodObject))
    throw new TypeError("a streamed response is an object with one array");
  const [name = "", schema] = Object.entries(response.shape)[0] ?? [];
  if (!(schema instanceof z.ZodArray)) throw new TypeError(`${name} is no array`);
  const rest = renderPages(schema.element, list.pages);
  const begun = await firstPages(rest, list.count ? 2 : 1);
  if (list.count && begun.length === 2) requireSendable(begun, (await list.count()) ?? 0);
  return Readable.from(render(name, begun, rest), { objectMode: false });
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

async function firstPages(pages: AsyncGenerator<RenderedPage>, count: number): Promise<RenderedPage[]> {
  const first: RenderedPage[] = [];
  while (first.length < count) {
    const page = await pages.next();
    if (page.done) break;
    first.push(page.value);
  }
  return first;
}

function requireSendable(sample: readonly RenderedPage[], total: number): void {
  const bytes = sample.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const elements = sample.reduce((sum, page) => sum + page.elements, 0);
  const expected = (bytes / elements) * total;
  if (expected <= LARGEST_ANSWER) return;
  const megabytes = Math.round(expected / 1024 / 1024);
  throw new Failure(
    "list_too_large",
    `The list has ${total} elements and about ${megabytes} MB; a response can have at most 180 MB. Read it in pages: send an empty \`cursor\`, then follow the Link header.`,
  );
}

async function* render(
  name: string,
  begun: readonly RenderedPage[],
  rest: AsyncGenerator<RenderedPage>,
): AsyncGenerator<string> {
  yield `{${JSON.stringify(name)}:[`;
  if (begun.length > 0) yield begun.map(({ text }) => text).join(",");
  for await (const { text } of rest) yield `,${text}`;
  yield "]}";
}
