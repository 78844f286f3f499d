import { env, setting } from "#lib/platform/env.ts";

/** Who sends the mails of the service. */
export interface Sender {
  /** The name of the sender if a host has none. */
  name: string;
  address: string;
  /** The domain of the ids of messages. */
  domain: string;
}

/** `Name <address>`, or an address only. */
const SENDER =
  /^(?:"?(?<name>[^"<>]*?)"?\s*<(?<bracketed>[^<>\s@]+@[^<>\s@]+)>|(?<bare>[^<>\s@]+@[^<>\s@]+))$/;

/**
 * Reads the sender of mails; undefined if it is not one.
 *
 * @example
 * parseSender("Example Bookings <bookings@example.com>");
 * // { name: "Example Bookings", address: "bookings@example.com", domain: "example.com" }
 */
export function parseSender(text: string): Sender | undefined {
  const { name = "", bracketed, bare } = SENDER.exec(text)?.groups ?? {};
  const address = bracketed ?? bare;
  return address === undefined ? undefined : { name, address, domain: address.replace(/.*@/, "") };
}

/** The sender that the operator has set. */
export function getSender(): Sender {
  const sender = parseSender(env("MAIL_FROM"));
  if (!sender) throw new Error("MAIL_FROM is not a sender");
  const { domain } = sender;
  return { ...sender, domain: setting("MAIL_DOMAIN") ?? domain };
}
