import type { APIGatewayProxyEvent } from "aws-lambda";
import { baseUrlOf } from "#lib/http/base-url.ts";
import { headerOf } from "#lib/http/headers.ts";

type Event = Pick<APIGatewayProxyEvent, "headers" | "requestContext">;

/**
 * Whether a form was sent from a page of ours, as far as the browser tells. Pages send no referrer, so browsers hide the
 * origin of their forms, too (`Origin: null`, Fetch standard §3.2) and say only in `Sec-Fetch-Site` that it is ours. A program
 * that sends neither header has no cookies of somebody else's to misuse.
 */
export function isFromOwnPage(event: Event): boolean {
  const site = headerOf(event, "Sec-Fetch-Site");
  // `none`: the reader did it, by loading the page again.
  const isVouchedFor = site === "same-origin" || site === "none";
  if (site !== undefined && !isVouchedFor) return false;
  const origin = headerOf(event, "Origin");
  if (origin === "null") return isVouchedFor;
  return origin === undefined || origin === new URL(baseUrlOf(event)).origin;
}
