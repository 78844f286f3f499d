import type { APIGatewayProxyEvent } from "aws-lambda";
import { Failure } from "#lib/failures.ts";
import { baseUrlOf, resourceUrlOf } from "#lib/http/base-url.ts";
import { formFields, isForm, requireShortParameters } from "#lib/http/parameters.ts";
import { queryOf } from "#lib/http/query.ts";
import { cookieOf } from "./cookies.ts";
import { isFromOwnPage } from "./own-origin.ts";

/** What a page is made of: what the browser asked for, sent and keeps. */
export interface Visit {
  /** Every value of each parameter. */
  query: Readonly<Record<string, readonly string[] | undefined>>;
  /** Fields of the form that was sent; none for a GET. */
  form: Readonly<Record<string, string | undefined>>;
  /** The tokens the browser keeps. */
  session: string | undefined;
  device: string | undefined;
  /** Address of the service. */
  baseUrl: string;
  /** Path of the page's folder, with a slash at its end, for links to its neighbours. */
  folder: string;
  /** IP address of the caller. */
  address: string;
}

/** Bytes of the largest form. */
const LARGEST_FORM = 65_536;

/**
 * Reads a call of a page.
 *
 * @throws {Failure} `forbidden` for a form that another site's page has sent, `unsupported_media_type`,
 * `payload_too_large`, `invalid_request`
 */
export function visitOf(event: APIGatewayProxyEvent): Visit {
  const path = new URL(resourceUrlOf(event)).pathname;
  const query = Object.fromEntries(queryOf(event));
  const form = event.httpMethod === "POST" ? formOf(event) : {};
  requireShortParameters(query);
  requireShortParameters(form);
  return {
    query,
    form,
    session: cookieOf(event, "session"),
    device: cookieOf(event, "device"),
    baseUrl: baseUrlOf(event),
    folder: path.slice(0, path.lastIndexOf("/") + 1),
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
