import { fallback } from "#lib/entry/http/fallback.ts";

/** Responds to requests that match no route: 405 with `Allow` on known paths, otherwise 404. */
export const handler = fallback({
  id: "fallback",
  summary: "Returns 404 or 405 for requests that match no endpoint",
  gateway: "fallback",
  permissions: [],
});
