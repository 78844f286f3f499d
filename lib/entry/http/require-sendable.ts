import { Failure } from "#lib/failures.ts";

/** Maximum bytes of a body. A function returns at most 6 MB of JSON, in which the body is a string; the rest is for headers. */
const LARGEST_BODY = 6_000_000;
/** Maximum bytes of a character: three in UTF-8, or two if it is escaped. */
const CHARACTER_BYTES = 3;

/**
 * Requires that Lambda can return a body. For a larger one, the client would get an error without a reason.
 *
 * @throws {Failure} `list_too_large`
 */
export function requireSendable(body: string): void {
  if (body.length * CHARACTER_BYTES <= LARGEST_BODY) return;
  const bytes = Buffer.byteLength(JSON.stringify(body));
  if (bytes <= LARGEST_BODY) return;
  const megabytes = (bytes / 1_000_000).toFixed(1);
  throw new Failure(
    "list_too_large",
    `The response would have ${megabytes} MB; it can have at most 6 MB. Request less, for example fewer days.`,
  );
}
