import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

/** One request to the API. */
interface ApiRequest {
  method: "GET" | "POST" | "DELETE";
  /** Path below the base URL, with the query. */
  path: string;
  body?: unknown;
}

/** Sends requests of one caller over persistent connections. Throws if a status is not 200. */
export class ApiClient {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #baseUrl: string;
  readonly #key: string;

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  /** Sends a request and returns the body as text. */
  async send({ method, path, body }: ApiRequest): Promise<string> {
    const headers = { authorization: `Bearer ${this.#key}`, "content-type": "application/json" };
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    request(this.#baseUrl + path, { method, agent: this.#agent, headers }, (response) => {
      text(response).then((answer) => {
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`${method} ${path} returned ${response.statusCode}: ${answer}`));
      }, reject);
    })
      .on("error", reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
    return promise;
  }

  get(path: string): Promise<string> {
    return this.send({ method: "GET", path });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The result of a load. */
export interface Load {
  /** Milliseconds of each call. */
  latencies: number[];
  /** Milliseconds of all calls together. */
  elapsed: number;
}

/** The number of concurrent connections, and the duration. */
export interface LoadShape {
  connections: number;
  seconds: number;
}

/** Repeats the calls that `next` returns on each connection, until the time is over or `next` returns undefined. */
export async function load(
  next: () => (() => Promise<unknown>) | undefined,
  { connections, seconds }: LoadShape,
): Promise<Load> {
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const latencies: number[] = [];
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      const call = next();
      if (!call) return;
      const calledAt = performance.now();
      await call();
      latencies.push(performance.now() - calledAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return { latencies, elapsed: performance.now() - startedAt };
}
