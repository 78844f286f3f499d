/** Bytes of the longest line of an import; a booking with a thousand attendees has a third of that. */
const LONGEST = 1024 * 1024;
const NEWLINE = 0x0a;

/** One line of a file, and its number from 1. */
export interface RawLine {
  number: number;
  /** Missing when the line is too long; it is not held in memory. */
  bytes?: Buffer;
}

/**
 * Splits a stream of bytes into lines, empty ones included. Only a line feed ends a line, because JSON strings may contain the line
 * separators of Unicode. Holds one line and one chunk in memory.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, longest = LONGEST): AsyncGenerator<RawLine> {
  let number = 0;
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, at));
      yield finishLine();
      start = at + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield finishLine();

  function add(part: Buffer): void {
    length += part.length;
    if (length <= longest) parts.push(part);
    else parts = [];
  }

  function finishLine(): RawLine {
    number += 1;
    const line = { number, ...(length <= longest && { bytes: Buffer.concat(parts) }) };
    parts = [];
    length = 0;
    return line;
  }
}
