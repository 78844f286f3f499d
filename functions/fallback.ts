import { fallback } from "#lib/http/fallback.ts";

/** Answers what no route does: 405 with `Allow` on known paths, 404 on the rest. */
export const handler = fallback({
  id: "fallback",
  summary: "Returns 404 or 405 for requests that match no endpoint",
  gateway: "fallback",
  permissions: [],
});
