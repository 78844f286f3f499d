import * as z from "zod";
import { FreeJson } from "#lib/bookings/free-json.ts";
import { BookingStatus } from "#lib/bookings/model.ts";
import { PaymentOption } from "#lib/bookings/payments/fields.ts";
import { Instant } from "#lib/platform/instant.ts";
import { Locale } from "#lib/platform/locale.ts";
import { TimeZone } from "#lib/platform/time-zone.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { ImportedId, lineObject, orNull } from "./line-object.ts";

const Email = z.email().max(254);
const Identifier = z.string().min(1).max(100);
const LongText = z.string().max(1_024);
const Reason = orNull(z.string().max(2_000));
const Minor = z.int().min(0);

/** An attendee in the line of a booking. */
export const ImportedAttendee = lineObject({
  id: ImportedId,
  email: Email,
  name: z.string().overwrite(trimSpace).min(1).max(200),
  timeZone: TimeZone,
  locale: Locale.default("en"),
  noShow: z.boolean().default(false),
  phoneNumber: orNull(z.string().max(64)),
});

/** A reference in the line of a booking. */
export const ImportedReference = lineObject({
  id: ImportedId,
  type: z.string().min(1).max(100),
  uid: LongText.default(""),
  meetingId: orNull(LongText),
  meetingPassword: orNull(LongText),
  meetingUrl: orNull(z.url({ protocol: /^https?$/ }).max(2_048)),
  thirdPartyRecurringEventId: orNull(LongText),
  externalCalendarId: orNull(LongText),
  credentialId: orNull(Minor),
  deleted: orNull(z.boolean()),
});

/** A payment in the line of a booking. Without `uid` one is generated, without `externalId` it is `imported-<id>`. */
export const ImportedPayment = lineObject({
  id: ImportedId,
  uid: Identifier.optional(),
  appId: orNull(z.string().max(200)),
  amount: Minor,
  fee: Minor.default(0),
  currency: z
    .string()
    .toUpperCase()
    .pipe(z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code")),
  success: z.boolean().default(false),
  refunded: z.boolean().default(false),
  paymentOption: orNull(PaymentOption),
  externalId: z.string().min(1).max(200).optional(),
  data: FreeJson.default({}),
  createdAt: Instant.optional(),
});

/** The seat of an attendee. Missing seats are generated. */
export const ImportedSeat = lineObject({
  id: ImportedId.optional(),
  attendeeId: ImportedId,
  referenceUid: Identifier,
});

/** A booking as the API returns it, with its children. */
export const BookingLine = lineObject({
  type: z.literal("booking"),
  id: ImportedId,
  uid: Identifier,
  idempotencyKey: orNull(z.string().min(1).max(255)),
  userId: ImportedId,
  userPrimaryEmail: Email.optional(),
  eventTypeId: ImportedId,
  title: z.string().max(500),
  description: orNull(z.string().refine((text) => Buffer.byteLength(text) <= 16_384, "is over 16 KB")),
  responses: FreeJson.default({}),
  startTime: Instant,
  endTime: Instant,
  status: z.string().toUpperCase().pipe(BookingStatus),
  attendees: z.array(ImportedAttendee).max(1_000).default([]),
  references: z.array(ImportedReference).max(20).default([]),
  payment: z.array(ImportedPayment).max(10).default([]),
  seatsReferences: z.array(ImportedSeat).max(1_000).default([]),
  createdAt: Instant.optional(),
  updatedAt: Instant.optional(),
  paid: z.boolean().optional(),
  cancellationReason: Reason,
  cancelledBy: orNull(z.string().max(254)),
  rejectionReason: Reason,
  rescheduled: z.boolean().default(false),
  fromReschedule: orNull(Identifier),
  recurringEventId: orNull(z.union([z.string().max(200), z.int().transform(String)])),
  smsReminderNumber: orNull(z.string().max(32)),
  metadata: FreeJson.default({}),
  isRecorded: z.boolean().default(false),
  iCalUID: z.string().max(1_024).optional(),
  iCalSequence: Minor.default(0),
  rating: orNull(z.int().min(1).max(5)),
  ratingFeedback: orNull(z.string().max(16_384)),
  noShowHost: z.boolean().default(false),
}).check(({ value, issues }) => {
  const { startTime, endTime, attendees, references, payment, seatsReferences } = value;
  const add = (field: string, message: string): void =>
    void issues.push({ code: "custom", input: value, path: [field], message });
  if (startTime >= endTime) add("endTime", "must be after the start");
  const requireDistinct = (field: string, name: string, values: readonly unknown[]): void => {
    if (new Set(values).size < values.length) add(field, `has two of the same ${name}`);
  };
  requireDistinct(
    "attendees",
    "id",
    attendees.map(({ id }) => id),
  );
  requireDistinct(
    "attendees",
    "email",
    attendees.map(({ email }) => email.toLowerCase()),
  );
  requireDistinct(
    "references",
    "id",
    references.map(({ id }) => id),
  );
  requireDistinct(
    "payment",
    "id",
    payment.map(({ id }) => id),
  );
  requireDistinct("payment", "externalId", payment.map(externalIdOf));
  requireDistinct(
    "seatsReferences",
    "attendeeId",
    seatsReferences.map(({ attendeeId }) => attendeeId),
  );
});
export type BookingLine = z.output<typeof BookingLine>;

/** The id of a payment at its gateway. */
export const externalIdOf = ({
  id,
  externalId,
}: Pick<z.output<typeof ImportedPayment>, "id" | "externalId">): string => externalId ?? `imported-${id}`;
