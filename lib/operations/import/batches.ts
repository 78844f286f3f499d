import { type ParsedLine, parseLine } from "./parse-line.ts";
import { readLines } from "./read-lines.ts";

/** Lines and bytes that are in memory at the same time. */
const MOST_LINES = 400;
const MOST_BYTES = 4 * 1024 * 1024;

/** The lines of a file in batches. */
export async function* batchesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<ParsedLine[]> {
  let batch: ParsedLine[] = [];
  let bytes = 0;
  for await (const raw of readLines(chunks)) {
    const parsed = parseLine(raw);
    if (!parsed) continue;
    batch.push(parsed);
    bytes += raw.bytes?.length ?? 0;
    if (batch.length < MOST_LINES && bytes < MOST_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  yield batch;
}
