import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { afterActiveTime } from "./after-active-time.ts";

/**
 * Maximum number of concurrent calls of a client. A call takes some tenths of a millisecond of CPU time, so more would not be faster, and a
 * slow CPU can still process each of these in time.
 */
const MAX_CONCURRENT = 16;
/** Milliseconds without data after which a response that has started fails. */
const STALLED_MS = 60_000;

/** A request to one server. */
export interface PostRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

/** A complete response. */
export interface PostResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * Sends requests over connections that stay open. A request fails with a `TimeoutError` if its response has not started within `requestMs`,
 * including the time to connect. Time in which the process is busy or frozen, or in which the request waits for a connection, does not
 * count. Otherwise many of the hundreds of calls of a long list would time out together, and use up the client's retries.
 */
export class PostSender {
  readonly #requestMs: number;
  readonly #waiting: (() => void)[] = [];
  #agent: HttpAgent | undefined;
  #concurrent = 0;

  constructor(requestMs: number) {
    this.#requestMs = requestMs;
  }

  async send(request: PostRequest): Promise<PostResponse> {
    await this.#acquire();
    try {
      return await this.#post(request);
    } finally {
      this.#release();
    }
  }

  #post({ url, headers, body }: PostRequest): Promise<PostResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<PostResponse>();
    const isEncrypted = url.protocol === "https:";
    this.#agent ??= new (isEncrypted ? HttpsAgent : HttpAgent)({ keepAlive: true });
    const agent = this.#agent;
    const options = { method: "POST", agent, headers };
    const request = (isEncrypted ? httpsRequest : httpRequest)(url, options, (response) => {
      cancel();
      readText(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      }, reject);
    });
    const abortAfter = (milliseconds: number) => () => request.destroy(timeoutError(milliseconds));
    const cancel = afterActiveTime(this.#requestMs, abortAfter(this.#requestMs));
    request.setTimeout(STALLED_MS, abortAfter(STALLED_MS));
    request.on("error", (error) => {
      cancel();
      // Others may have died with it, for example while the function was frozen.
      if (request.reusedSocket) closeIdleConnections(agent);
      reject(error);
    });
    request.end(body);
    return promise;
  }

  async #acquire(): Promise<void> {
    if (this.#concurrent < MAX_CONCURRENT) this.#concurrent += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Starts the next waiting request in place of the finished one. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#concurrent -= 1;
  }
}

/** Closes the connections that wait for a request, so that the next request opens a new one. */
function closeIdleConnections({ freeSockets }: HttpAgent): void {
  for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
}

function readText(response: IncomingMessage): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  response.on("data", (chunk: Buffer) => chunks.push(chunk));
  response.on("end", () => resolve(Buffer.concat(chunks).toString()));
  response.on("error", reject);
  return promise;
}

/** An error that the client retries, because of its name. */
const timeoutError = (milliseconds: number): Error =>
  Object.assign(new Error(`There was no response within ${milliseconds} ms.`), { name: "TimeoutError" });
