import * as z from "zod";

const Participant = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  timeZone: z.string(),
  language: z.object({ locale: z.string() }),
});
const TimeFormat = z.union([z.literal(12), z.literal(24)]);
const Host = Participant.extend({ timeFormat: TimeFormat });
const Answer = z.object({ value: z.unknown() });

/** What mails contain of a booking: fields of an event's payload, which `lib/bookings/events/booking-payload.ts` creates. */
export const MailBooking = z.object({
  uid: z.string(),
  iCalUID: z.string(),
  iCalSequence: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  additionalNotes: z.string().nullable(),
  status: z.string(),
  startTime: z.iso.datetime(),
  endTime: z.iso.datetime(),
  eventTitle: z.string(),
  seatsPerTimeSlot: z.int().nullable(),
  organizer: Host,
  attendees: z.array(Participant),
  team: z.object({ members: z.array(Host) }).nullable(),
  responses: z.object({ name: Answer, email: Answer, location: Answer, rescheduleReason: Answer }).partial(),
  /** Null after the booker was erased. */
  location: z.string().nullable(),
  /** The attendee who was added or removed. */
  attendee: Participant.pick({ email: true }).nullish(),
  /** `uid` of the booking that this one replaces, or its own if it was moved. */
  rescheduleUid: z.string().nullish(),
  rescheduleStartTime: z.iso.datetime().nullish(),
  rescheduleEndTime: z.iso.datetime().nullish(),
  cancellationReason: z.string().nullish(),
  rejectionReason: z.string().nullish(),
  /** The fields that a PATCH has changed. */
  changed: z.record(z.string(), z.unknown()).nullable(),
});
export type MailBooking = z.output<typeof MailBooking>;

/** A person who gets a mail. `timeFormat` is the clock that a host has chosen; that of a guest follows from the locale. */
export const Recipient = z.object({
  role: z.enum(["guest", "host"]),
  name: z.string(),
  email: z.string(),
  timeZone: z.string(),
  locale: z.string(),
  timeFormat: TimeFormat.optional(),
  /** The id of a guest, whose address may be corrected later. */
  attendeeId: z.int().optional(),
});
export type Recipient = z.output<typeof Recipient>;

/** The guests of a booking, the booker first. */
export const guestsOf = ({ attendees }: MailBooking): Recipient[] =>
  attendees.map(({ id, name, email, timeZone, language }) => ({
    ...{ role: "guest", attendeeId: id, name, email, timeZone, locale: language.locale },
  }));

/** The hosts of a booking. The first one is the one who has it in their partition. */
export const hostsOf = ({ organizer, team }: MailBooking): Recipient[] => {
  const members = team?.members ?? [];
  return (members.length > 0 ? members : [organizer]).map(
    ({ name, email, timeZone, language, timeFormat }) => ({
      ...{ role: "host", name, email, timeZone, locale: language.locale, timeFormat },
    }),
  );
};

/** Whether a recipient is a person with this address. */
export const isSamePerson = (one: { email: string }, other: { email: string }): boolean =>
  one.email.toLowerCase() === other.email.toLowerCase();

/** Whether the answers of the booking form are those of a person. */
export function isBooker({ responses }: MailBooking, person: { email: string }): boolean {
  const email = responses.email?.value;
  return typeof email === "string" && isSamePerson(person, { email });
}

/** The guest who made the booking, or who is the first one since that guest has left. */
export function bookerOf(booking: MailBooking): Recipient | undefined {
  const guests = guestsOf(booking);
  return guests.find((guest) => isBooker(booking, guest)) ?? guests[0];
}

/** The guests that a recipient can see. With seats, the others are strangers. */
export const visibleGuests = (booking: MailBooking, recipient: Recipient): Recipient[] =>
  recipient.role === "guest" && booking.seatsPerTimeSlot !== null
    ? guestsOf(booking).filter((guest) => isSamePerson(guest, recipient))
    : guestsOf(booking);

/** A booking without the guest whose address has replaced that of the recipient. */
const withoutAdded = (booking: MailBooking): MailBooking => ({
  ...booking,
  attendees: booking.attendees.filter((other) => !booking.attendee || !isSamePerson(other, booking.attendee)),
});

/**
 * A booking as those knew it who are not in the one that replaces it: at its former time, with its former title and hosts. Guests don't learn
 * who is in the new one, or where it takes place.
 *
 * @param replaced - undefined if the booking was moved itself
 */
export function asLeft(
  booking: MailBooking,
  replaced: MailBooking | undefined,
  { role }: Pick<Recipient, "role">,
): MailBooking {
  const { rescheduleStartTime: startTime, rescheduleEndTime: endTime } = booking;
  if (!startTime || !endTime) return role === "host" ? booking : withoutAdded(booking);
  const { title, eventTitle, organizer, team } = replaced ?? booking;
  const former = { ...booking, startTime, endTime, title, eventTitle, organizer, team };
  return role === "host" ? former : { ...former, attendees: [], location: null };
}
