import { expect, it } from "vitest";
import { ReferenceUpdate } from "#lib/bookings/booking-references/schema.ts";
import { updateReference } from "#lib/bookings/booking-references/writes.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { createBooking } from "#lib/bookings/create.ts";
import { BookingCreate } from "#lib/bookings/create-schema.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { recordNoShow } from "#lib/bookings/no-show.ts";
import { rescheduleBooking } from "#lib/bookings/reschedule.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { itemBytes } from "#lib/storage/table/item-bytes.ts";
import { addReference, getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { claimedMinutes } from "#test/support/builders/calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const LARGEST = 280 * 1_024;
const GUESTS = 10;
const tooLarge = { code: "limit_reached" };

/** Creates a request with a language that is longer than the API accepts. It is copied to the booker and every guest. */
function request({ id }: EventType, start: string, languageLength: number): BookingCreate {
  const guests = Array.from({ length: GUESTS }, (_, at) => `guest${at}@example.com`);
  const responses = { name: "Ann", email: "ann@example.com", guests };
  const input = BookingCreate.parse({ eventTypeId: id, start, responses });
  return { ...input, language: "l".repeat(languageLength) };
}

/** Returns the length of the longest language with which a booking of the event type is not too large. */
async function getLongestLanguage(caller: Caller, eventType: EventType): Promise<number> {
  const small = await createBooking(caller, request(eventType, "2040-02-01T09:00:00Z", 1), "api.example.com");
  return Math.floor((LARGEST - itemBytes(await getStoredBooking(small))) / (GUESTS + 1)) - 100;
}

async function makeLargestBooking() {
  setClock(() => Date.parse("2040-01-03T09:00:00Z"));
  const [host, stranger] = [await makeHost(), await makeHost()];
  const eventType = await makeEventType(host, { bookableBy: "anyone", requiresConfirmation: true });
  const length = await getLongestLanguage(stranger, eventType);
  const input = (start: string, more = 0) => request(eventType, start, length + more);
  const largest = await createBooking(stranger, input("2040-03-04T09:00:00Z"), "api.example.com");
  return { host, stranger, largest, input };
}

const change = (host: Caller, booking: StoredBooking, body: object) =>
  updateBooking(host, booking, BookingUpdate.parse(body));

it("a booking that would be too large to be changed later is rejected and blocks no time", async () => {
  const { host, stranger, input } = await makeLargestBooking();
  const minutes = await claimedMinutes(host);
  const created = createBooking(stranger, input("2040-03-05T09:00:00Z", 300), "api.example.com");
  await expect(created).rejects.toMatchObject(tooLarge);
  expect(await claimedMinutes(host)).toBe(minutes);
});

it("the largest booking that can be created is accepted, moved, rejected, marked as no-show and cancelled", async () => {
  const { host, largest } = await makeLargestBooking();
  await change(host, largest, { status: "ACCEPTED" });
  await change(host, largest, { start: "2040-03-06T09:00:00Z", end: "2040-03-06T10:00:00Z" });
  await change(host, largest, { status: "REJECTED", rejectionReason: "\u4f1a".repeat(2_000) });
  await change(host, largest, { status: "ACCEPTED" });
  setClock(() => Date.parse("2040-03-06T09:30:00Z"));
  const attendees = largest.attendees.map(({ email }) => ({ email, noShow: true }));
  await recordNoShow(host, largest, { host: true, attendees });
  const cancelled = await cancelBooking(host, largest, { cancellationReason: "\u4f1a".repeat(2_000) });
  expect(cancelled.status).toBe("CANCELLED");
});

it("the largest booking is rescheduled to one of its size, but not to a larger one", async () => {
  const { host, largest, input } = await makeLargestBooking();
  const later = { ...input("2040-03-05T09:00:00Z"), rescheduleUid: largest.uid };
  const larger = { ...input("2040-03-05T09:00:00Z", 300), rescheduleUid: largest.uid };
  await expect(rescheduleBooking(host, larger, "api.example.com")).rejects.toMatchObject(tooLarge);
  expect(await getStoredBooking(largest)).toMatchObject({ status: "PENDING" });
  expect(await rescheduleBooking(host, later, "api.example.com")).toMatchObject({ status: "PENDING" });
});

it("a reference of a booking without room can't become longer if there are more than two", async () => {
  const { host, stranger, input } = await makeLargestBooking();
  const largest = await createBooking(stranger, input("2040-03-05T09:00:00Z", -100), "api.example.com");
  const changes = ReferenceUpdate.parse({ meetingUrl: `https://example.com/${"a".repeat(2_000)}` });
  const { id } = await addReference(host, largest);
  for (const _ of [2, 3]) await addReference(host, largest);
  await expect(updateReference(host, { id }, changes)).rejects.toMatchObject(tooLarge);
  expect((await getStoredBooking(largest)).references).toMatchObject([{ id, meetingUrl: null }, {}, {}]);
});
