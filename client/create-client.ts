import openFetch, { type Client } from "openapi-fetch";
import { fetchWithRetries, type Retries } from "./fetch-with-retries.ts";
import type { paths } from "./schema.ts";

/** A client with the types of the OpenAPI document: the compiler checks paths, parameters, bodies and responses. */
export type AlmanacClient = Client<paths>;

/** Settings of a client; each has a default. */
export interface ClientOptions extends Retries {
  /** Replaces the global `fetch`, for example to use a proxy. */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates a client that calls the API with a credential: an API key, or an OAuth access token. A call resolves to `data` or to
 * `error`, and doesn't throw for a status; see `unwrap`. Writes get an `Idempotency-Key` unless you send one, and calls are retried
 * after 429, 503 and network errors.
 *
 * @example
 * const almanac = createClient("https://api.example.com/v1", "sk_…");
 * const { data, error } = await almanac.GET("/bookings/{id}", { params: { path: { id: 42 } } });
 */
export const createClient = (baseUrl: string, key: string, options: ClientOptions = {}): AlmanacClient =>
  openFetch<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}` },
    fetch: fetchWithRetries(options.fetch ?? ((request) => fetch(request)), options),
  });
