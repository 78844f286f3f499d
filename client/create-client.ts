import openFetch, { type Client } from "openapi-fetch";
import type { paths } from "./schema.ts";

/** The API with the types of its OpenAPI document: paths, parameters, bodies and answers are checked by the compiler. */
export type AlmanacClient = Client<paths>;

/**
 * Makes a client that calls the API as the owner of a credential: an API key, or an OAuth access token. A call resolves to
 * `data` or to `error`, a problem document, and never throws for a status.
 *
 * @example
 * const almanac = createClient("https://api.example.com/v1", "sk_…");
 * const { data, error } = await almanac.GET("/bookings/{id}", { params: { path: { id: 42 } } });
 */
export const createClient = (baseUrl: string, key: string): AlmanacClient =>
  openFetch<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
