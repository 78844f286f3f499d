import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { afterActiveTime } from "./after-active-time.ts";

/**
 * Calls of a client under way at once: more than a function has the CPU to make, at some tenths of a millisecond a call, and few enough
 * that a slow CPU comes round to each of them in time.
 */
const MOST_AT_ONCE = 16;
/** Milliseconds within which a response that has begun must go on. */
const STALLED_MS = 60_000;

/** A request to one server. */
export interface PostRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

/** A response as a whole. */
export interface PostResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * Sends requests over connections that stay open. One whose response has not begun within so many milliseconds, connecting included,
 * fails with a `TimeoutError`. Only time in which this process could have seen the response counts: neither that in which the process
 * was busy or frozen, nor that in which a request waits for one of the connections. Else a list that takes hundreds of calls would
 * give up most of them together, which is more than a client sends again.
 */
export class PostSender {
  readonly #requestMs: number;
  readonly #waiting: (() => void)[] = [];
  #agent: HttpAgent | undefined;
  #underWay = 0;

  constructor(requestMs: number) {
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

  #post({ url, headers, body }: PostRequest): Promise<PostResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<PostResponse>();
    const isEncrypted = url.protocol === "https:";
    this.#agent ??= new (isEncrypted ? HttpsAgent : HttpAgent)({ keepAlive: true });
    const options = { method: "POST", agent: this.#agent, headers };
    const request = (isEncrypted ? httpsRequest : httpRequest)(url, options, (response) => {
      cancel();
      readText(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      }, reject);
    });
    const giveUp = (milliseconds: number) => () => request.destroy(timeoutError(milliseconds));
    const cancel = afterActiveTime(this.#requestMs, giveUp(this.#requestMs));
    request.setTimeout(STALLED_MS, giveUp(STALLED_MS));
    request.on("error", (error) => {
      cancel();
      reject(error);
    });
    request.end(body);
    return promise;
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

function readText(response: IncomingMessage): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  response.on("data", (chunk: Buffer) => chunks.push(chunk));
  response.on("end", () => resolve(Buffer.concat(chunks).toString()));
  response.on("error", reject);
  return promise;
}

/** What the client knows as worth sending again. */
const timeoutError = (milliseconds: number): Error =>
  Object.assign(new Error(`There was no response within ${milliseconds} ms.`), { name: "TimeoutError" });
