/** Bytes of the longest line of an import; a booking with a thousand attendees has a third of that. */
const LONGEST = 1024 * 1024;
const NEWLINE = 0x0a;

/** One line of a file: its number from 1, and the byte behind it, where reading may go on. */
export interface RawLine {
  number: number;
  end: number;
  /** Missing when the line is longer than what is read: none of it is kept. */
  bytes?: Buffer;
}

/** Where in a file reading begins: behind so many lines and bytes. */
export interface Place {
  line: number;
  offset: number;
}

/**
 * The lines of a stream of bytes that begins at a place of its file; empty ones, too. They end with a line feed and nothing else, as JSON has
 * line separators of Unicode inside its texts. Holds one line of so many bytes at most, and one chunk.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  from: Place,
  longest = LONGEST,
): AsyncGenerator<RawLine> {
  let { line: number, offset: end } = from;
  let parts: Buffer[] = [];
  let length = 0;
  const finish = (newline: number): RawLine => {
    number += 1;
    end += length + newline;
    const line = { number, end, ...(length <= longest && { bytes: Buffer.concat(parts) }) };
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      take(chunk.subarray(start, at));
      yield finish(1);
      start = at + 1;
    }
    take(chunk.subarray(start));
  }
  if (length > 0) yield finish(0);

  function take(part: Buffer): void {
    length += part.length;
    if (length <= longest) parts.push(part);
    else parts = [];
  }
}
