/** An answer of the engine as it came. */
export interface EngineAnswer {
  status: number;
  /** Value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  body: Buffer;
}

interface Head {
  status: number;
  header: EngineAnswer["header"];
  /** Bytes of the head, and of the body unless it comes in chunks. */
  length: number;
  bodyLength: number | undefined;
}

const END_OF_HEAD = "\r\n\r\n";
const END_OF_LINE = "\r\n";

/** Reads the answers (HTTP/1.1) on one connection, one after the other, from the bytes as they arrive. */
export class AnswerReader {
  #received: Buffer[] = [];
  #size = 0;
  #head: Head | undefined;

  /** The answer that ends with these bytes, if one does. */
  read(bytes: Buffer): EngineAnswer | undefined {
    this.#received.push(bytes);
    this.#size += bytes.length;
    this.#head ??= readHead(this.#joined());
    if (this.#head === undefined) return undefined;
    const { status, header, length, bodyLength } = this.#head;
    if (bodyLength !== undefined && this.#size < length + bodyLength) return undefined;
    const rest = this.#joined().subarray(length);
    const body = bodyLength === undefined ? readChunks(rest) : rest.subarray(0, bodyLength);
    if (body === undefined) return undefined;
    this.#received = [];
    this.#size = 0;
    this.#head = undefined;
    return { status, header, body };
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
    status: Number(text.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)),
    header,
    length: end + END_OF_HEAD.length,
    bodyLength: isChunked ? undefined : Number(header("content-length") ?? 0),
  };
}

/** The body in chunks (RFC 9112, section 7.1); undefined before its end has come. */
function readChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const endOfSize = bytes.indexOf(END_OF_LINE, at);
    if (endOfSize < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, endOfSize), 16);
    const start = endOfSize + END_OF_LINE.length;
    at = start + size + END_OF_LINE.length;
    if (bytes.length < at) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(start, start + size));
  }
}
