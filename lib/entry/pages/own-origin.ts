import type { APIGatewayProxyEvent } from "aws-lambda";
import { baseUrlOf } from "#lib/entry/http/base-url.ts";
import { headerOf } from "#lib/entry/http/headers.ts";

type Event = Pick<APIGatewayProxyEvent, "headers" | "requestContext">;

/**
 * Whether a form was sent from a page of this service, according to the browser's headers. The pages have no referrer, so browsers send
 * `Origin: null` (Fetch standard §3.2), and only `Sec-Fetch-Site` shows the origin. Requests without both headers are accepted: they are
 * not from a browser, so they can't misuse a user's cookies.
 */
export function isFromOwnPage(event: Event): boolean {
  const site = headerOf(event, "sec-fetch-site");
  // `none`: the user reloaded the page.
  const isSameOrigin = site === "same-origin" || site === "none";
  if (site !== undefined && !isSameOrigin) return false;
  const origin = headerOf(event, "origin");
  if (origin === "null") return isSameOrigin;
  return origin === undefined || origin === new URL(baseUrlOf(event)).origin;
}
