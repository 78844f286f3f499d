import { randomBytes } from "node:crypto";
import { queueError } from "./queue-errors.ts";

/** Identifies a message by its sequence number, and one receive of it by a secret. */
export interface Receipt {
  seq: number;
  secret: string;
}

const SECRET_BYTES = 12;

/** Creates a receipt for a message. */
export const createReceipt = (seq: number): Receipt => ({
  seq,
  secret: randomBytes(SECRET_BYTES).toString("base64url"),
});

/** Encodes a receipt as the handle for the receiver, which is valid only for its queue. */
export const encodeHandle = (queue: string, { seq, secret }: Receipt): string =>
  Buffer.from(`${queue} ${seq} ${secret}`).toString("base64url");

/** Decodes a handle; throws ReceiptHandleIsInvalid if it is not one of this queue. */
export function decodeHandle(queue: string, handle: string): Receipt {
  const [name, seq, secret] = Buffer.from(handle, "base64url").toString().split(" ");
  if (name !== queue || secret === undefined || !/^\d{1,15}$/.test(seq ?? ""))
    throw queueError("ReceiptHandleIsInvalid");
  return { seq: Number(seq), secret };
}
