import { expect, it } from "vitest";
import { updateAttendee } from "#lib/bookings/attendees/update.ts";
import { ReferenceUpdate } from "#lib/bookings/booking-references/schema.ts";
import { updateReference } from "#lib/bookings/booking-references/writes.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { nextMeeting } from "#lib/bookings/meeting.ts";
import { recordNoShow } from "#lib/bookings/no-show.ts";
import { rateBooking } from "#lib/bookings/rating.ts";
import { requireItemSize } from "#lib/bookings/require-item-size.ts";
import { runMeetingTimer } from "#lib/bookings/run-meeting-timer.ts";
import { type AttendeeSummary, PaymentSummary } from "#lib/bookings/schema.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { setClock } from "#lib/platform/clock.ts";
import { replace } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { addAttendee, addReference, getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { listTriggers } from "#test/support/builders/calendar.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const full = { code: "limit_reached" };
async function makeLargestBooking(text: string) {
  const host = await makeHost();
  const label = text.repeat(200);
  const eventType = await makeEventType(host, {
    description: text.repeat(16_384),
    bookingFields: Array.from({ length: 50 }, (_, at) => ({ name: `field-${at}`, type: "textarea", label })),
  });
  // Metadata and answers can each have 32 KB of JSON, in which a control character takes six bytes.
  const json = text.repeat(Math.floor(15_500 / (Buffer.byteLength(JSON.stringify(text)) - 2)));
  const long = { "field-1": json.slice(0, 10_000), notes: json };
  return {
    host,
    booking: await book(host, eventType, {
      start: "2040-03-04T09:00:00Z",
      metadata: { json, more: json },
      responses: { name: text.repeat(200), email: "ann@example.com", ...long },
    }),
  };
}

/** Gives a booking 99 payments, and as many attendees with very long names and addresses as fit. */
async function fill(booking: StoredBooking, text: string): Promise<void> {
  const before = await getStoredBooking(booking);
  const payments = Array.from({ length: 99 }, (_, at) =>
    PaymentSummary.parse({
      ...{ id: 1_000_000 + at, uid: "u".repeat(22), amount: 999_999_999, fee: 999_999, currency: "USD" },
      ...{ success: false, refunded: false, paymentOption: "ON_BOOKING" },
      ...{ appId: "stripe", externalId: `pi_${"x".repeat(24)}` },
    }),
  );
  const attendees: AttendeeSummary[] = [...before.attendees];
  const next = (id: number) => {
    const email = `${String(id).padStart(60, "a")}@${"d".repeat(60)}.${"e".repeat(60)}.example.com`;
    const zone = { timeZone: "America/Argentina/ComodRivadavia", locale: "es-419" };
    return { id, email, name: text.repeat(200), ...zone, noShow: false, phoneNumber: null };
  };
  for (let id = 10_000; hasRoom({ ...before, attendees: [...attendees, next(id)] }); id += 1)
    attendees.push(next(id));
  await writeOne(replace(BookingItem, before, { ...before, attendees, payment: payments }));
}

function hasRoom(booking: StoredBooking): boolean {
  try {
    return Boolean(requireItemSize(booking));
  } catch {
    return false;
  }
}

it.each([
  ["three bytes per character, and references that became long later", "\u4f1a", 0],
  ["three bytes per character", "\u4f1a", 18],
  ["six bytes of JSON per character", "\u0001", 18],
])("the largest possible booking, with %s, works like any other", async (_, text, references) => {
  setClock(() => Date.parse("2040-03-03T09:00:00Z"));
  const { host, booking } = await makeLargestBooking(text);
  const attendee = await addAttendee(host, booking);
  const long = text.repeat(1_024);
  const texts = ["uid", "meetingId", "meetingPassword", "thirdPartyRecurringEventId", "externalCalendarId"];
  const meetingUrl = `https://video.example.com/${"u".repeat(2_000)}`;
  const longest = { ...Object.fromEntries(texts.map((name) => [name, long])), meetingUrl };
  const short = [await addReference(host, booking), await addReference(host, booking)];
  for (let at = 0; at < references; at += 1)
    await addReference(host, booking, longest).catch((error) => expect(error).toMatchObject(full));
  await fill(booking, text);

  await expect(addAttendee(host, booking, { name: text.repeat(200) })).rejects.toMatchObject(full);
  await expect(addReference(host, booking, longest)).rejects.toMatchObject(full);
  for (const { id } of short) {
    const longer = updateReference(host, { id }, ReferenceUpdate.parse(longest));
    await (references > 0 ? expect(longer).rejects.toMatchObject(full) : longer);
  }

  const change = (body: object) => updateBooking(host, booking, BookingUpdate.parse(body));
  const description = text.repeat(16_384 / Buffer.byteLength(text));
  await change({ description, title: text.repeat(500) });
  const moved = { start: "2040-03-05T09:00:00Z", end: "2040-03-05T10:00:00Z" };
  await change({ ...moved, description: description.slice(1) });
  await pay({ bookingId: booking.id, success: true });
  for (const _trigger of ["started", "ended"]) {
    const next = nextMeeting(await getStoredBooking(booking));
    setClock(() => Date.parse(next?.at ?? "") + 1_000);
    if (next)
      await runMeetingTimer({ timer: "meeting", userId: host.userId, bookingId: booking.id, ...next });
  }
  await rateBooking(host, booking, { rating: 5, ratingFeedback: text.repeat(2_000) });
  await recordNoShow(host, booking, { attendees: [{ email: attendee.email, noShow: true }] });
  await updateAttendee(host, attendee, { noShow: false });
  await change({ status: "REJECTED", rejectionReason: text.repeat(2_000) });
  await change({ status: "ACCEPTED" });
  const reason = { cancellationReason: text.repeat(2_000), cancelledBy: text.repeat(254) };
  expect(await cancelBooking(host, booking, reason)).toMatchObject({ status: "CANCELLED", ...reason });
  expect(await listTriggers(host)).toEqual([
    "BOOKING_CREATED",
    "BOOKING_ATTENDEE_ADDED",
    "BOOKING_RESCHEDULED",
    "BOOKING_PAID",
    "MEETING_STARTED",
    "MEETING_ENDED",
    "BOOKING_NO_SHOW_UPDATED",
    "BOOKING_NO_SHOW_UPDATED",
    "BOOKING_REJECTED",
    "BOOKING_CREATED",
    "BOOKING_CANCELLED",
  ]);
});
