import { type ParsedLine, parseLine } from "./parse-line.ts";
import { readLines } from "./read-lines.ts";

/** Lines and bytes that are in memory at the same time. */
const MOST_LINES = 400;
const MOST_BYTES = 4 * 1024 * 1024;

/** The lines of a file in batches; each contains only bookings, or none. */
export async function* batchesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<ParsedLine[]> {
  let batch: ParsedLine[] = [];
  let bytes = 0;
  let hasBookings = false;
  for await (const raw of readLines(chunks)) {
    const parsed = parseLine(raw);
    if (!parsed) continue;
    const isBooking: boolean = parsed.line ? parsed.line.type === "booking" : hasBookings;
    if (batch.length >= MOST_LINES || bytes >= MOST_BYTES || isBooking !== hasBookings) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    hasBookings = isBooking;
    batch.push(parsed);
    bytes += raw.bytes?.length ?? 0;
  }
  yield batch;
}
