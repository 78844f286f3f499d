/** A response of the engine, unparsed. */
export interface EngineResponse {
  status: number;
  /** Returns the value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  body: Buffer;
}

interface Head {
  status: number;
  header: EngineResponse["header"];
  length: number;
  /** Undefined if the body is chunked. */
  bodyLength: number | undefined;
}

const END_OF_HEAD = "\r\n\r\n";
const END_OF_LINE = "\r\n";

/** Parses the responses (HTTP/1.1) on one connection, one after another, from the received bytes. */
export class ResponseReader {
  #parts: Buffer[] = [];
  #size = 0;
  #head: Head | undefined;

  /** Adds received bytes. Returns the response if they complete one. */
  read(bytes: Buffer): EngineResponse | undefined {
    this.#parts.push(bytes);
    this.#size += bytes.length;
    this.#head ??= readHead(this.#join());
    if (this.#head === undefined) return undefined;
    const { status, header, length, bodyLength } = this.#head;
    if (bodyLength !== undefined && this.#size < length + bodyLength) return undefined;
    const rest = this.#join().subarray(length);
    const body = bodyLength === undefined ? readChunks(rest) : rest.subarray(0, bodyLength);
    if (body === undefined) return undefined;
    this.#parts = [];
    this.#size = 0;
    this.#head = undefined;
    return { status, header, body };
  }

  #join(): Buffer {
    const [first] = this.#parts;
    const joined = first && this.#parts.length === 1 ? first : Buffer.concat(this.#parts, this.#size);
    this.#parts = [joined];
    return joined;
  }
}

function readHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const text = `${bytes.toString("latin1", 0, end)}${END_OF_LINE}`;
  const lowerCase = text.toLowerCase();
  const header = (name: string): string | undefined => {
    const start = lowerCase.indexOf(`${END_OF_LINE}${name}:`);
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

/** Reads a chunked body (RFC 9112, section 7.1); undefined while it is incomplete. */
function readChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let position = 0; ; ) {
    const endOfSize = bytes.indexOf(END_OF_LINE, position);
    if (endOfSize < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", position, endOfSize), 16);
    const start = endOfSize + END_OF_LINE.length;
    position = start + size + END_OF_LINE.length;
    if (bytes.length < position) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(start, start + size));
  }
}
