import type { APIGatewayProxyEvent } from "aws-lambda";
import { apiHostOf, baseUrlOf } from "#lib/entry/http/base-url.ts";
import { headerOf } from "#lib/entry/http/headers.ts";
import { formFields, isForm, requireShortParameters } from "#lib/entry/http/parameters.ts";
import { queryOf } from "#lib/entry/http/query.ts";
import { Failure } from "#lib/failures.ts";
import { textIn, tokenIn } from "./cookies.ts";
import { type Notice, noticeIn } from "./notice.ts";

/** A request for a page: path, query, form and cookies. */
export interface Visit {
  /** The values of the parameters in the path. */
  path: Readonly<Record<string, string | undefined>>;
  /** Every value of each parameter. */
  query: Readonly<Record<string, readonly string[] | undefined>>;
  /** Fields of the form; none for a GET. */
  form: Readonly<Record<string, string | undefined>>;
  /** Tokens in cookies: of the session or of the forms of a visitor, and of a known browser. */
  session: string | undefined;
  device: string | undefined;
  /** The result of the previous form. */
  notice: Notice | undefined;
  /** Base URL of the service. */
  baseUrl: string;
  /** Host name of the API, without a port. */
  apiHost: string;
  /** IP address of the browser. */
  address: string;
}

/** Bytes of the largest form. */
const LARGEST_FORM = 65_536;

/**
 * Reads the request for a page.
 *
 * @throws {Failure} `forbidden` for a form from another site, `unsupported_media_type`,
 * `payload_too_large`, `invalid_request`
 */
export function visitOf(event: APIGatewayProxyEvent): Visit {
  const query = Object.fromEntries(queryOf(event));
  const form = event.httpMethod === "POST" ? formOf(event) : {};
  const path = event.pathParameters ?? {};
  requireShortParameters(path);
  requireShortParameters(query);
  requireShortParameters(form);
  return {
    path,
    query,
    form,
    session: tokenIn(event, "session"),
    device: tokenIn(event, "device"),
    notice: noticeIn(textIn(event, "notice")),
    baseUrl: baseUrlOf(event),
    apiHost: apiHostOf(event),
    address: event.requestContext.identity.sourceIp,
  };
}

function formOf(event: APIGatewayProxyEvent): Record<string, string> {
  if (!isFromOwnPage(event))
    throw new Failure("forbidden", "This form was sent from another site, so nothing was changed.");
  if (!isForm(event))
    throw new Failure("unsupported_media_type", "Send the fields as application/x-www-form-urlencoded.");
  const body = event.body ?? "";
  if (Buffer.byteLength(body) > LARGEST_FORM)
    throw new Failure("payload_too_large", `The form can have at most ${LARGEST_FORM} bytes.`);
  return formFields(body);
}

type Event = Pick<APIGatewayProxyEvent, "headers" | "requestContext">;

/**
 * Whether a form was sent from a page of this service, according to the browser's headers. The pages have no referrer, so browsers send
 * `Origin: null` (Fetch standard §3.2), and only `Sec-Fetch-Site` shows the origin. Requests without both headers are accepted: they are
 * not from a browser, so they can't misuse a user's cookies.
 */
function isFromOwnPage(event: Event): boolean {
  const site = headerOf(event, "sec-fetch-site");
  // `none`: the user reloaded the page.
  const isSameOrigin = site === "same-origin" || site === "none";
  if (site !== undefined && !isSameOrigin) return false;
  const origin = headerOf(event, "origin");
  if (origin === "null") return isSameOrigin;
  return origin === undefined || origin === new URL(baseUrlOf(event)).origin;
}
