import { createHmac, timingSafeEqual } from "node:crypto";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { undefinedIfNotFound } from "#lib/failures.ts";
import { hostsOf, isSamePerson, type MailBooking } from "#lib/mail/booking.ts";
import type { BookingMail } from "#lib/mail/content/content.ts";
import type { Email } from "#lib/mail/emails/entity.ts";
import { deriveKey } from "#lib/platform/kms.ts";
import { DECISION_ROUTE, type Decision } from "./parameters.ts";

const MAC_BYTES = 16;

/**
 * Returns the links of a mail with which its recipient decides about a request. Only the first host can decide, so that nobody else has
 * links.
 *
 * @param baseUrl - of the service, without a trailing slash
 */
export async function decideLinks(
  { kind, recipient, userId }: Pick<Email, "kind" | "recipient" | "userId">,
  booking: MailBooking,
  baseUrl: string,
): Promise<BookingMail["links"]> {
  const [firstHost] = hostsOf(booking);
  const isFirstHost = recipient.role === "host" && firstHost && isSamePerson(firstHost, recipient);
  if (kind !== "requested" || !isFirstHost) return {};
  const token = await createDecideToken({ uid: booking.uid, userId });
  if (!TOKEN.test(token)) return {};
  const linkFor = (decision: Decision) => `${baseUrl}${decidePath(token, decision)}`;
  return { accept: linkFor("accept"), reject: linkFor("reject") };
}

/** The path of a page with a token. */
export const decidePath = (token: string, decision: Decision): string =>
  DECISION_ROUTE.replace("{token}", token).replace("{decision}", decision);

/** Creates the token that lets its bearer decide about a booking as its first host. It is stored nowhere. */
export async function createDecideToken({
  uid,
  userId,
}: Pick<StoredBooking, "uid" | "userId">): Promise<string> {
  const mac = createHmac("sha256", await deriveKey("decide-links"))
    .update(JSON.stringify([uid, userId]))
    .digest()
    .subarray(0, MAC_BYTES);
  return `${uid}.${mac.toString("base64url")}`;
}

/** The form of a token. The uid of an imported booking may be short, and contain other characters of URLs. */
const TOKEN = /^([\w.~-]{1,100})\.[\w-]{22}$/;

/** Finds the booking of a token; undefined if the token is invalid, or the booking was deleted or is another host's now. */
export async function findBookingOfToken(token: string): Promise<StoredBooking | undefined> {
  const uid = TOKEN.exec(token)?.[1];
  const booking = uid && (await undefinedIfNotFound(getBooking(OPERATOR, uid)));
  if (!booking) return undefined;
  const [actual, expected] = [Buffer.from(token), Buffer.from(await createDecideToken(booking))];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? booking : undefined;
}
