import { createHmac, timingSafeEqual } from "node:crypto";
import { invalidField } from "#lib/failures.ts";
import { deriveKey } from "#lib/platform/kms.ts";
import { perService } from "#lib/platform/per-service.ts";

const MAC_BYTES = 16;
const derivedKey = perService((): { key?: Promise<Uint8Array> } => ({}));

/**
 * A cursor: a position under a message authentication code that also covers what the cursor is bound to (list, caller
 * and filters), so that it opens nothing else and cannot be made up (ADR 0009).
 */
export async function writeCursor(position: string, boundTo: string): Promise<string> {
  const mac = await macOf(position, boundTo);
  return Buffer.concat([mac, Buffer.from(position)]).toString("base64url");
}

/**
 * The position in a cursor; undefined for the empty one, which is before the first element.
 *
 * @throws {Failure} `invalid_request` when it is no cursor of this list, caller and filters
 */
export async function readCursor(cursor: string, boundTo: string): Promise<string | undefined> {
  if (cursor === "") return undefined;
  const bytes = Buffer.from(cursor, "base64url");
  const mac = bytes.subarray(0, MAC_BYTES);
  const position = bytes.subarray(MAC_BYTES).toString();
  // The decoder skips what is no base64url: only the one text that was given out is a cursor.
  const isWhole = mac.length === MAC_BYTES && bytes.toString("base64url") === cursor;
  if (!isWhole || !timingSafeEqual(mac, await macOf(position, boundTo)))
    throw invalidField(
      "#/query/cursor",
      "The cursor is invalid for this list and these filters. Start again with an empty cursor.",
    );
  return position;
}

async function macOf(position: string, boundTo: string): Promise<Buffer> {
  const text = JSON.stringify([boundTo, position]);
  return createHmac("sha256", await cursorKey())
    .update(text)
    .digest()
    .subarray(0, MAC_BYTES);
}

/** The key, which a warm function asks for once; one that could not be had is asked for again. */
function cursorKey(): Promise<Uint8Array> {
  const derived = derivedKey();
  derived.key ??= deriveKey("cursors of lists");
  derived.key.catch(() => {
    delete derived.key;
  });
  return derived.key;
}
