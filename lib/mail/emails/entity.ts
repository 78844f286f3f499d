import * as z from "zod";
import { Recipient } from "#lib/mail/booking.ts";
import { EMAIL_KINDS } from "#lib/mail/content/sentences.ts";
import type { PlannedMail } from "#lib/mail/planned-mails.ts";
import { expiryInDays } from "#lib/platform/clock.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { type EventItem, EventKey, eventKey } from "#lib/storage/outbox/entity.ts";
import { DUE_INDEX } from "#lib/storage/table/due.ts";
import { entity, type KeyOf, type Stored } from "#lib/storage/table/entity.ts";

/** Days after which a mail is deleted. */
export const RETENTION_DAYS = 30;

/** The state of an email. Only `queued` ones are sent. */
export const EmailStatus = z.enum([
  "queued",
  "sent",
  "delivered",
  "bounced",
  "complained",
  "skipped",
  "failed",
]);

const RECIPIENT_FIELDS = { name: "placeholder", email: "alias" } as const;

/**
 * A mail about an event of a booking to one person, in the partition of the booking's first host; deleted after 30 days. Its content is
 * rendered from the event at each attempt. `sequence` is the booking's `iCalSequence` in the event. `reason`: why it was skipped or has failed, or the
 * result of the last attempt. `leaseUntil`: until then one function is sending it. Until its next attempt, it is in the due index: `due` is the
 * partition, `wakesAt` the time.
 */
export const EmailItem = entity({
  name: "email",
  key: { pk: "H#{userId}", sk: "ML#{bookingId:10}#{eventId}#{person}" },
  indexes: { GSI1: { pk: DUE_INDEX, sk: "{wakesAt}#{eventId}#{person}" } },
  schema: z.object({
    userId: z.int(),
    bookingId: z.int(),
    eventId: z.string(),
    /** Hash of the recipient's address. */
    person: z.string(),
    event: EventKey,
    kind: z.enum(EMAIL_KINDS),
    method: z.enum(["REQUEST", "CANCEL"]).nullable(),
    recipient: Recipient,
    sequence: z.int(),
    status: EmailStatus,
    reason: z.string().nullable(),
    transportId: z.string().nullable(),
    /** Attempts of the latest send or resend. */
    attemptCount: z.int(),
    resends: z.int(),
    createdAt: z.string(),
    /** Time of the message: of its creation, or of its last resend. */
    queuedAt: z.string(),
    sentAt: z.string().nullable(),
    due: z.string().optional(),
    wakesAt: z.string().optional(),
    leaseUntil: z.string().nullable(),
    causedBy: z.string().optional(),
    ttl: z.int(),
  }),
  // Of a guest as well: the address decides. A guest may have got mails at a former address.
  personal: [
    { of: "user", address: "recipient.email", fields: "delete item" },
    { of: "attendee", id: "recipient.attendeeId", fields: "delete item" },
    // For exports.
    { of: "user", at: "recipient", address: "email", fields: RECIPIENT_FIELDS },
    { of: "attendee", at: "recipient", id: "attendeeId", fields: RECIPIENT_FIELDS },
  ],
  accountClosing: "retained",
});
export type Email = Stored<typeof EmailItem>;
export type EmailKey = KeyOf<typeof EmailItem>;

/** Identifies a person in keys and ids of messages. */
export const personOf = ({ email }: { email: string }): string => sha256(email.toLowerCase()).slice(0, 22);

/** A planned mail of an event. Its key follows from the event and the person. */
export const newEmail = (
  event: Stored<typeof EventItem>,
  sequence: number,
  { kind, method, recipient }: PlannedMail,
): Email => ({
  userId: event.userId,
  bookingId: event.bookingId,
  eventId: event.id,
  person: personOf(recipient),
  event: eventKey(event),
  kind,
  method: method ?? null,
  recipient,
  sequence,
  status: "queued",
  reason: null,
  transportId: null,
  attemptCount: 0,
  resends: 0,
  createdAt: event.createdAt,
  queuedAt: event.createdAt,
  sentAt: null,
  leaseUntil: null,
  ...(event.causedBy !== undefined && { causedBy: event.causedBy }),
  ttl: expiryInDays(RETENTION_DAYS),
});
