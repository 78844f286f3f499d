import { Failure } from "#lib/failures.ts";

/** Bytes of a body. A function returns at most 6 MB, in which the body is a JSON string; the rest is for its headers. */
const LARGEST_BODY = 6_000_000;
/** Bytes of a character at most: three in UTF-8, or two if it is escaped. */
const CHARACTER_BYTES = 3;

/**
 * Requires that Lambda can return a body: a larger one would be lost, with an error that doesn't say why.
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
