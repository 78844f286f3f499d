/** An HTTP/1.1 request or response as it came. */
export interface HttpMessage {
  /** The request line, or the status line. */
  firstLine: string;
  /** Value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  body: Buffer;
}

interface Head extends Omit<HttpMessage, "body"> {
  /** Bytes of the head, and of the body unless it comes in chunks. */
  length: number;
  bodyLength: number | undefined;
}

const END_OF_HEAD = "\r\n\r\n";
const END_OF_LINE = "\r\n";

/** Reads the messages of one connection, one after the other, from the bytes as they arrive. */
export class HttpReader {
  #received: Buffer[] = [];
  #size = 0;
  #head: Head | undefined;

  add(bytes: Buffer): void {
    this.#received.push(bytes);
    this.#size += bytes.length;
  }

  /** The next message, if all of it has arrived. */
  next(): HttpMessage | undefined {
    if (this.#size === 0) return undefined;
    this.#head ??= readHead(this.#joined());
    if (this.#head === undefined) return undefined;
    const { firstLine, header, length, bodyLength } = this.#head;
    if (bodyLength !== undefined && this.#size < length + bodyLength) return undefined;
    const bytes = this.#joined();
    const read =
      bodyLength === undefined
        ? readChunks(bytes, length)
        : { body: bytes.subarray(length, length + bodyLength), end: length + bodyLength };
    if (read === undefined) return undefined;
    this.#head = undefined;
    this.#size -= read.end;
    this.#received = this.#size > 0 ? [bytes.subarray(read.end)] : [];
    return { firstLine, header, body: read.body };
  }

  /** Whether no bytes of another message have arrived. */
  isEmpty(): boolean {
    return this.#size === 0;
  }

  #joined(): Buffer {
    const [first] = this.#received;
    const joined = first && this.#received.length === 1 ? first : Buffer.concat(this.#received, this.#size);
    this.#received = [joined];
    return joined;
  }
}

function readHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const text = `${bytes.toString("latin1", 0, end)}${END_OF_LINE}`;
  const lowerCased = text.toLowerCase();
  const header = (name: string): string | undefined => {
    const start = lowerCased.indexOf(`${END_OF_LINE}${name}:`);
    if (start < 0) return undefined;
    const value = start + END_OF_LINE.length + name.length + 1;
    return text.slice(value, text.indexOf(END_OF_LINE, value)).trim();
  };
  const isChunked = header("transfer-encoding")?.toLowerCase() === "chunked";
  return {
    firstLine: text.slice(0, text.indexOf(END_OF_LINE)),
    header,
    length: end + END_OF_HEAD.length,
    bodyLength: isChunked ? undefined : Number(header("content-length") ?? 0),
  };
}

/** The body in chunks (RFC 9112, section 7.1) and where it ends; undefined before its end has come. */
function readChunks(bytes: Buffer, start: number): { body: Buffer; end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const endOfSize = bytes.indexOf(END_OF_LINE, at);
    if (endOfSize < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, endOfSize), 16);
    const from = endOfSize + END_OF_LINE.length;
    at = from + size + END_OF_LINE.length;
    if (bytes.length < at) return undefined;
    if (size === 0) return { body: Buffer.concat(chunks), end: at };
    chunks.push(bytes.subarray(from, from + size));
  }
}
