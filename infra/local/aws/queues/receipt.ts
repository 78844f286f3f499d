import { randomBytes } from "node:crypto";
import { queueError } from "./queue-errors.ts";

/** What a receipt handle names: the message by its place, and one receive of it by a secret. */
export interface Receipt {
  seq: number;
  secret: string;
}

const SECRET_BYTES = 12;

/** A new receipt for a message. */
export const newReceipt = (seq: number): Receipt => ({
  seq,
  secret: randomBytes(SECRET_BYTES).toString("base64url"),
});

/** The handle a receiver gets; it is good for its own queue only. */
export const writeHandle = (queue: string, { seq, secret }: Receipt): string =>
  Buffer.from(`${queue} ${seq} ${secret}`).toString("base64url");

/** Reads a handle back; one that no receive of this queue made is refused. */
export function readHandle(queue: string, handle: string): Receipt {
  const [name, seq, secret] = Buffer.from(handle, "base64url").toString().split(" ");
  if (name !== queue || secret === undefined || !/^\d{1,15}$/.test(seq ?? ""))
    throw queueError("ReceiptHandleIsInvalid");
  return { seq: Number(seq), secret };
}
