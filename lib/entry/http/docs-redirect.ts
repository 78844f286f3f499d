import type { APIGatewayProxyEvent } from "aws-lambda";
import { acceptQuality } from "./accept-quality.ts";
import { basePathOf, baseUrlOf } from "./base-url.ts";
import { headerValues } from "./headers.ts";

/** The path of the docs page, for a browser that opens the root of the API; undefined for all other requests. */
export function docsRedirect(event: APIGatewayProxyEvent): string | undefined {
  const isRead = event.httpMethod === "GET" || event.httpMethod === "HEAD";
  if (event.resource !== "/" || !isRead) return undefined;
  // API clients accept anything or JSON; only browsers name HTML.
  const acceptsHtml = acceptQuality(headerValues(event, "accept").join(","), "text/html") > 0;
  return acceptsHtml ? `${basePathOf(baseUrlOf(event))}/docs` : undefined;
}
