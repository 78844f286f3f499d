import type { APIGatewayProxyEvent } from "aws-lambda";
import * as z from "zod";
import { Failure } from "#lib/failures.ts";
import { headerOf } from "./headers.ts";

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** Characters of the longest parameter of an OAuth endpoint or a page. Tokens have fewer than half of them. */
const LONGEST_PARAMETER = 4_096;

/** A parameter of an OAuth endpoint or a page. */
export const Parameter = z.string().max(LONGEST_PARAMETER);

/**
 * Requires that every parameter of a page is short enough for {@link Parameter}.
 *
 * @throws {Failure} `invalid_request`
 */
export function requireShortParameters(
  parameters: Readonly<Record<string, string | readonly string[] | undefined>>,
): void {
  for (const [name, values = []] of Object.entries(parameters))
    if ([values].flat().some(({ length }) => length > LONGEST_PARAMETER))
      throw new Failure(
        "invalid_request",
        `The parameter ${name.slice(0, 100)} can have at most ${LONGEST_PARAMETER} characters.`,
      );
}

/** Whether the Content-Type of a request is that of a form. */
export const isForm = (event: Pick<APIGatewayProxyEvent, "headers">): boolean =>
  FORM.test(headerOf(event, "content-type") ?? "");

/**
 * Parses the fields of a form. A repeated field is rejected (RFC 6749 §3.2).
 *
 * @throws {Failure} `invalid_request`
 */
export function formFields(text: string): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw new Failure("invalid_request", "A parameter was sent more than once.");
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/** The fields of a form or of a JSON object, without empty ones, which count as missing (RFC 6749 §3.2). */
export function sentFields(body: unknown): Record<string, unknown> {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Failure("invalid_request", "The body must be a form or a JSON object.");
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== "" && value !== null));
}
