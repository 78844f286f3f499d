import { RefusedAddress } from "./checked-lookup.ts";

/** Why there is no answer, in words for the subscriber; `isFinal` when another attempt can't end otherwise. */
export interface PostFailure {
  status: null;
  error: string;
  isFinal: boolean;
}

/** A part of an attempt took too long. */
export class Deadline extends Error {
  readonly part: "connect" | "answer";

  constructor(part: "connect" | "answer") {
    super(part);
    this.part = part;
  }
}

const TEXT_OF_CODE = new Map([
  ["ENOTFOUND", "The host name was not found."],
  ["EAI_AGAIN", "The host name could not be looked up."],
  ["ECONNREFUSED", "The connection was refused."],
  ["ECONNRESET", "The connection was closed without a response."],
]);

/** Names what went wrong; never which address it was. */
export function postFailure(error: unknown): PostFailure {
  if (error instanceof RefusedAddress)
    return { status: null, error: "The address is not allowed.", isFinal: true };
  return { status: null, error: textOf(error), isFinal: false };
}

function textOf(error: unknown): string {
  if (error instanceof Deadline)
    return error.part === "connect"
      ? "No connection was established within 5 s."
      : "No response was received within 15 s.";
  const code = String((error as { code?: unknown }).code);
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return "The TLS certificate is not valid.";
  return TEXT_OF_CODE.get(code) ?? "The connection failed.";
}
