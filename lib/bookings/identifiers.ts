import { createHash, randomBytes } from "node:crypto";

/** Creates a public identifier: 22 URL-safe characters, 128 random bits. */
export const newUid = (): string => randomBytes(16).toString("base64url");

/** Bytes of a booking's id in its uid, after the random ones. */
const ID_BYTES = 5;
const UID = /^[\w-]{22}$/;

/** Creates the uid of a new booking: 88 random bits and the id, so that the booking can be read by its uid (ADR 0041). */
export function newBookingUid(id: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(id, bytes.length - ID_BYTES, ID_BYTES);
  return bytes.toString("base64url");
}

/** Returns the id in a uid that this service created; for an imported uid any number, or undefined. */
export function idInUid(uid: string): number | undefined {
  if (!UID.test(uid)) return undefined;
  const bytes = Buffer.from(uid, "base64url");
  const id = bytes.readUIntBE(bytes.length - ID_BYTES, ID_BYTES);
  return id > LARGEST_ID ? undefined : id;
}

/** Ids have at most ten digits. */
export const LARGEST_ID = 9_999_999_999;

/** Namespace of the UUIDs (RFC 9562 §5.5). */
const NAMESPACE = Buffer.from("8d1f0a9e3b5c4c7f9a62d4e7b1c08f35", "hex");

/** Derives an idempotency key from the event type, times and booker of a booking: a UUIDv5. */
export function deriveKey(booking: {
  eventTypeId: number;
  startTime: string;
  endTime: string;
  email: string;
}): string {
  const name = [booking.eventTypeId, booking.startTime, booking.endTime, booking.email.toLowerCase()].join(
    "\n",
  );
  const hash = createHash("sha1").update(NAMESPACE).update(name).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
