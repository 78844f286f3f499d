import { afterActiveTime } from "./after-active-time.ts";
import { HttpConnection } from "./http-connection.ts";
import type { HttpMessage } from "./http-message.ts";

/**
 * Calls of a client under way at once: more than a function has the CPU to make, at some tenths of a millisecond a call, and few enough
 * that a slow CPU comes round to each of them in time.
 */
const MOST_AT_ONCE = 16;

/** A POST request to the URL of its sender. `headers` are ASCII, include `host` and leave out the length. */
export interface PostRequest {
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}

/** A response as a whole. */
export interface PostResponse extends Pick<HttpMessage, "header" | "body"> {
  status: number;
}

/**
 * Sends requests to one URL over connections that stay open. One whose response has not begun within so many milliseconds, connecting
 * included, fails with a `TimeoutError`. Only time in which this process could have seen the response counts: neither that in which the
 * process was busy or frozen, nor that in which a request waits for one of the connections. Else a list that takes hundreds of calls would
 * give up most of them together, which is more than a client sends again.
 */
export class PostSender {
  readonly #url: URL;
  readonly #requestMs: number;
  readonly #waiting: (() => void)[] = [];
  readonly #open = new Set<HttpConnection>();
  readonly #idle: HttpConnection[] = [];
  #session: Buffer | undefined;
  #underWay = 0;

  constructor(url: URL, requestMs: number) {
    this.#url = url;
    this.#requestMs = requestMs;
  }

  async send(request: PostRequest): Promise<PostResponse> {
    await this.#turn();
    try {
      return await this.#post(request);
    } finally {
      this.#endTurn();
    }
  }

  /** Closes all connections; requests under way fail. */
  close(): void {
    for (const connection of this.#open) connection.destroy();
  }

  async #post({ headers, body }: PostRequest): Promise<PostResponse> {
    const connection = this.#idle.pop() ?? this.#connect();
    const cancel = afterActiveTime(this.#requestMs, () => connection.destroy(timeoutError(this.#requestMs)));
    try {
      const response = await connection.send(requestOf(this.#url, { headers, body }), cancel);
      if (connection.isOpen()) this.#idle.push(connection);
      const [, status] = response.firstLine.split(" ");
      return { status: Number(status), header: response.header, body: response.body };
    } finally {
      cancel();
    }
  }

  #connect(): HttpConnection {
    const connection = new HttpConnection(this.#url, this.#session, () => {
      this.#open.delete(connection);
      const index = this.#idle.indexOf(connection);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    connection.onSession((session) => {
      this.#session = session;
    });
    this.#open.add(connection);
    return connection;
  }

  async #turn(): Promise<void> {
    if (this.#underWay < MOST_AT_ONCE) this.#underWay += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The next in line takes the place. */
  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#underWay -= 1;
  }
}

/** The bytes of a request, as text if its body is. */
function requestOf({ pathname }: URL, { headers, body }: PostRequest): string | Buffer {
  let head = `POST ${pathname} HTTP/1.1\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  head += "\r\n";
  return typeof body === "string" ? head + body : Buffer.concat([Buffer.from(head), body]);
}

/** What the client knows as worth sending again. */
const timeoutError = (milliseconds: number): Error =>
  Object.assign(new Error(`There was no response within ${milliseconds} ms.`), { name: "TimeoutError" });
