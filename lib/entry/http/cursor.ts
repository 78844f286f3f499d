import { createHmac, timingSafeEqual } from "node:crypto";
import { invalidField } from "#lib/failures.ts";
import { deriveKey } from "#lib/platform/kms.ts";

const MAC_BYTES = 16;

/**
 * Creates a cursor: a position with a message authentication code that includes what the cursor is bound to (list, caller and filters), so
 * that it is invalid for anything else and can't be forged (ADR 0009).
 */
export async function writeCursor(position: string, boundTo: string): Promise<string> {
  const mac = await macOf(position, boundTo);
  return Buffer.concat([mac, Buffer.from(position)]).toString("base64url");
}

/**
 * Returns the position in a cursor; undefined for the empty cursor, which is before the first element.
 *
 * @throws {Failure} `invalid_request` if it is not a cursor of this list, caller and filters
 */
export async function readCursor(cursor: string, boundTo: string): Promise<string | undefined> {
  if (cursor === "") return undefined;
  const bytes = Buffer.from(cursor, "base64url");
  const mac = bytes.subarray(0, MAC_BYTES);
  const position = bytes.subarray(MAC_BYTES).toString();
  // The decoder ignores invalid characters, but only the exact text that was issued is a cursor.
  const isIntact = mac.length === MAC_BYTES && bytes.toString("base64url") === cursor;
  if (!isIntact || !timingSafeEqual(mac, await macOf(position, boundTo)))
    throw invalidField(
      "#/query/cursor",
      "The cursor is invalid for this list and these filters. Start again with an empty cursor.",
    );
  return position;
}

async function macOf(position: string, boundTo: string): Promise<Buffer> {
  const text = JSON.stringify([boundTo, position]);
  return createHmac("sha256", await deriveKey("cursors of lists"))
    .update(text)
    .digest()
    .subarray(0, MAC_BYTES);
}
