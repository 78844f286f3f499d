import { type ParsedLine, parseLine } from "./parse-line.ts";
import { readLines } from "./read-lines.ts";

/** Most lines and bytes of a batch, which is in memory at once. */
const MAX_LINES = 400;
const MAX_BYTES = 4 * 1024 * 1024;

/** Reads the lines of a file. Yields them in batches. */
export async function* readBatches(chunks: AsyncIterable<Buffer>): AsyncGenerator<ParsedLine[]> {
  let batch: ParsedLine[] = [];
  let bytes = 0;
  for await (const raw of readLines(chunks)) {
    const parsed = parseLine(raw);
    if (!parsed) continue;
    batch.push(parsed);
    bytes += raw.bytes?.length ?? 0;
    if (batch.length < MAX_LINES && bytes < MAX_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  yield batch;
}
