import { createHash, randomBytes } from "node:crypto";

/** A booking's public identifier: 22 URL-safe characters, 128 random bits. */
export const newUid = (): string => randomBytes(16).toString("base64url");

/** Namespace of the UUIDs below, chosen once (RFC 9562 §5.5). */
const NAMESPACE = Buffer.from("8d1f0a9e3b5c4c7f9a62d4e7b1c08f35", "hex");

/** The key that makes the same request the same booking: a UUIDv5 of event type, times and booker. */
export function derivedKey(of: {
  eventTypeId: number;
  startTime: string;
  endTime: string;
  email: string;
}): string {
  const name = [of.eventTypeId, of.startTime, of.endTime, of.email.toLowerCase()].join("\n");
  const hash = createHash("sha1").update(NAMESPACE).update(name).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
