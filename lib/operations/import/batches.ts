import { type Misread, type ParsedLine, parseLine } from "./parse-line.ts";
import type { RawLine } from "./read-lines.ts";

/** Lines that are looked at together, and the bytes behind which no more are added. */
const LINES_AT_ONCE = 400;
const BYTES_AT_ONCE = 4 * 1024 * 1024;

/** Some lines in the order of the file, and where it goes on behind them. */
export interface Batch {
  lines: (ParsedLine | Misread)[];
  line: number;
  offset: number;
}

/** The lines of a file, understood or not, a batch at a time; empty ones are left out. */
export async function* inBatches(lines: AsyncIterable<RawLine>): AsyncGenerator<Batch> {
  let batch: Batch | undefined;
  let bytes = 0;
  for await (const raw of lines) {
    const parsed = parseLine(raw);
    const before: Batch["lines"] = batch?.lines ?? [];
    if (parsed) before.push(parsed);
    batch = { lines: before, line: raw.number, offset: raw.end };
    bytes += raw.bytes?.length ?? 0;
    if (before.length < LINES_AT_ONCE && bytes < BYTES_AT_ONCE) continue;
    yield batch;
    batch = undefined;
    bytes = 0;
  }
  if (batch) yield batch;
}

/** The lines that were understood, as stretches of one type, in order. */
export function inGroups(lines: Batch["lines"]): ParsedLine[][] {
  const groups: ParsedLine[][] = [];
  for (const each of lines) {
    if (!("line" in each)) continue;
    const group = groups.at(-1);
    if (group?.[0]?.line.type === each.line.type) group.push(each);
    else groups.push([each]);
  }
  return groups;
}
