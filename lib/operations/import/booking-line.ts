import * as z from "zod";
import { AttendeeCreate } from "#lib/bookings/attendees/schema.ts";
import { ReferenceCreate } from "#lib/bookings/booking-references/schema.ts";
import { FreeJson } from "#lib/bookings/free-json.ts";
import { PaymentOption } from "#lib/bookings/payments/fields.ts";
import { PaymentMessage } from "#lib/bookings/payments/message.ts";
import { BookingStatus } from "#lib/bookings/schema.ts";
import { Instant } from "#lib/platform/instant.ts";
import { ImportedId, lineObject, orNull } from "./line-object.ts";

const Email = z.email().max(254);
const Identifier = z.string().min(1).max(100);
const Reason = orNull(z.string().max(2_000));

/** An attendee in the line of a booking. Without an id, the import takes the next one. */
export const ImportedAttendee = lineObject({
  ...AttendeeCreate.omit({ bookingId: true }).shape,
  id: ImportedId.optional(),
  noShow: z.boolean().default(false),
  phoneNumber: orNull(z.string().max(64)),
});

/** A reference in the line of a booking. */
export const ImportedReference = lineObject({
  ...ReferenceCreate.omit({ bookingId: true }).shape,
  id: ImportedId,
  uid: z.string().max(1_024).default(""),
  deleted: orNull(z.boolean()),
});

const { appId, amount, fee, currency, success, refunded, externalId, data } = PaymentMessage.shape;

/** A payment in the line of a booking. Without `uid` one is generated, without `externalId` it is `imported-<id>`. */
export const ImportedPayment = lineObject({
  id: ImportedId,
  uid: Identifier.optional(),
  appId,
  amount,
  fee,
  currency,
  success,
  refunded,
  paymentOption: orNull(PaymentOption),
  externalId: externalId.optional(),
  data,
  createdAt: Instant.optional(),
});

/** The seat of an attendee. Missing seats are generated. */
export const ImportedSeat = lineObject({
  id: ImportedId.optional(),
  attendeeId: ImportedId,
  referenceUid: Identifier,
});

/** A list of at most `most` elements. Each function returns a value that no two elements may share, or undefined. */
const distinctList = <S extends z.ZodType>(
  element: S,
  most: number,
  unique: Record<string, (each: z.output<S>) => unknown>,
) =>
  z
    .array(element)
    .max(most)
    .check(({ value, issues }) => {
      for (const [name, keyOf] of Object.entries(unique))
        if (hasRepetition(value.map(keyOf).filter((key) => key !== undefined)))
          issues.push({ code: "custom", input: value, message: `has two of the same ${name}` });
    })
    .default([]);

const hasRepetition = (values: readonly unknown[]): boolean => new Set(values).size < values.length;

/** The id of a payment at its gateway. */
export const externalIdOf = ({
  id,
  externalId: given,
}: Pick<z.output<typeof ImportedPayment>, "id" | "externalId">): string => given ?? `imported-${id}`;

const idOf = ({ id }: { id?: number | undefined }): number | undefined => id;

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
  attendees: distinctList(ImportedAttendee, 1_000, { id: idOf, email: ({ email }) => email.toLowerCase() }),
  references: distinctList(ImportedReference, 20, { id: idOf }),
  payment: distinctList(ImportedPayment, 10, { id: idOf, externalId: externalIdOf }),
  seatsReferences: distinctList(ImportedSeat, 1_000, { attendeeId: ({ attendeeId }) => attendeeId }),
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
  iCalSequence: z.int().min(0).default(0),
  rating: orNull(z.int().min(1).max(5)),
  ratingFeedback: orNull(z.string().max(16_384)),
  noShowHost: z.boolean().default(false),
}).refine(({ startTime, endTime }) => startTime < endTime, {
  path: ["endTime"],
  error: "must be after the start",
});
export type BookingLine = z.output<typeof BookingLine>;

/** The line of a booking whose attendees all have ids. */
export type NumberedBookingLine = Omit<BookingLine, "attendees"> & {
  attendees: (BookingLine["attendees"][number] & { id: number })[];
};
