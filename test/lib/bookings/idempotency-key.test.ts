import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { idempotencyKeyRow } from "#lib/bookings/booking-key.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import { remove, replace } from "#lib/storage/table/operations.ts";
import { UniqueItem } from "#lib/storage/table/unique.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { interceptInTest } from "#test/support/table/table-calls.ts";

useLocalTable();

const at = (time: string) => `2030-03-04T${time}:00.000Z`;
const ANN = { name: "Ann", email: "ann@example.com" };
const BOB = { name: "Bob", email: "bob@example.com" };
const busy = { code: "no_available_users_found_error" };
const conflict = { code: "booking_conflict" };

async function makePublicEventType(more: Record<string, unknown> = {}) {
  const [host, stranger] = [await makeHost(), await makeHost()];
  return { host, stranger, eventType: await makeEventType(host, { bookableBy: "anyone", ...more }) };
}

/** Creates an organization with a user and an admin, and returns the admin. */
async function makeOrganizationAdmin(host: Caller): Promise<Caller> {
  const organization = await makeTeam({ isOrganization: true });
  const admin = await makeHost();
  await addMember(organization, host);
  await addMember(organization, admin, { role: "ADMIN" });
  return { ...admin, organizations: [organization.id] };
}

it("a caller who can't access the bookings of a host can't find out who has booked a time", async () => {
  const { host, stranger, eventType } = await makePublicEventType();
  await book(host, eventType, { start: at("09:00"), responses: ANN });
  for (const responses of [ANN, BOB])
    await expect(book(stranger, eventType, { start: at("09:00"), responses })).rejects.toMatchObject(busy);
});

it("such a caller can't find out who has booked a full slot", async () => {
  const { host, stranger, eventType } = await makePublicEventType({ seatsPerTimeSlot: 1 });
  await book(host, eventType, { start: at("09:00"), responses: ANN });
  for (const responses of [ANN, BOB])
    await expect(book(stranger, eventType, { start: at("09:00"), responses })).rejects.toMatchObject({
      code: "booking_seats_full",
    });
});

it("such a caller can't find it out by rescheduling their own booking to that time", async () => {
  const { host, stranger, eventType } = await makePublicEventType();
  await book(host, eventType, { start: at("09:00"), responses: ANN });
  const own = await book(stranger, await makeEventType(stranger), { start: at("09:00") });
  for (const responses of [ANN, BOB])
    await expect(
      reschedule(stranger, eventType, { start: at("09:00"), responses, rescheduleUid: own.uid }),
    ).rejects.toMatchObject(busy);
});

it("the host and admins get booking_conflict if the booking exists already", async () => {
  const { host, eventType } = await makePublicEventType();
  await book(host, eventType, { start: at("09:00"), responses: ANN });
  for (const caller of [host, await makeOrganizationAdmin(host), await makeHost("ADMIN")])
    await expect(book(caller, eventType, { start: at("09:00"), responses: ANN })).rejects.toMatchObject(
      conflict,
    );
});

/** Runs a function after claims rejected a booking, and before their owner is read. */
function beforeOwnerIsRead(run: () => Promise<unknown>): void {
  const end = interceptInTest(async ({ command, send }) => {
    if (!(command instanceof BatchGetCommand)) return send();
    end();
    await run();
    return send();
  });
}

it("the host gets a time from which the same booking moves at that moment", async () => {
  const { host, eventType } = await makePublicEventType();
  const booking = await book(host, eventType, { start: at("09:00"), responses: ANN });
  const later = BookingUpdate.parse({ start: at("12:00"), end: at("12:30") });
  beforeOwnerIsRead(() => updateBooking(host, booking, later));
  expect(await book(host, eventType, { start: at("09:00"), responses: ANN })).toMatchObject({
    startTime: at("09:00"),
    idempotencyKey: booking.idempotencyKey,
  });
});

it.each([
  ["booking_conflict", "the same booker", ANN],
  ["no_available_users_found_error", "another booker", BOB],
])("the host gets %s if the booking is replaced by one of %s at that moment", async (code, _, responses) => {
  const { host, eventType } = await makePublicEventType();
  const start = at("09:00");
  const { uid } = await book(host, eventType, { start, responses: ANN });
  beforeOwnerIsRead(() => reschedule(host, eventType, { start, responses, rescheduleUid: uid }));
  await expect(book(host, eventType, { start, responses: ANN })).rejects.toMatchObject({ code });
});

it("a key sent by a caller does not block the booking that derives the same key", async () => {
  const { host, stranger, eventType } = await makePublicEventType();
  const { id, idempotencyKey } = await book(host, eventType, { start: at("09:00"), responses: ANN });
  await cancelBooking(host, { id }, {});
  await book(stranger, eventType, { start: at("15:00"), idempotencyKey });
  expect(await book(host, eventType, { start: at("09:00"), responses: ANN })).toMatchObject({
    idempotencyKey,
  });
});

it("a key sent by one caller does not block the same key of another", async () => {
  const { host, stranger, eventType } = await makePublicEventType();
  await book(stranger, eventType, { start: at("09:00"), idempotencyKey: "order-1" });
  await book(host, eventType, { start: at("10:00"), idempotencyKey: "order-1" });
  for (const caller of [stranger, host])
    await expect(
      book(caller, eventType, { start: at("11:00"), idempotencyKey: "order-1" }),
    ).rejects.toMatchObject(conflict);
});

it("a sent key stays with its booking when the time moves, and is free again after a cancellation", async () => {
  const { host, stranger, eventType } = await makePublicEventType();
  const derived = await book(host, eventType, { start: at("09:00"), responses: ANN });
  await cancelBooking(host, derived, {});
  const sent = { idempotencyKey: derived.idempotencyKey, responses: ANN };
  const booking = await book(stranger, eventType, { start: at("09:00"), ...sent });
  const later = BookingUpdate.parse({ start: at("12:00"), end: at("12:30") });
  expect(await updateBooking(host, booking, later)).toMatchObject({ idempotencyKey: derived.idempotencyKey });
  await expect(book(stranger, eventType, { start: at("13:00"), ...sent })).rejects.toMatchObject(conflict);
  await cancelBooking(host, booking, {});
  await book(stranger, eventType, { start: at("13:00"), ...sent });
});

it("a booking keeps a sent key whose row is missing when it is rescheduled", async () => {
  const { host, eventType } = await makePublicEventType();
  const sent = { idempotencyKey: "order-1" };
  const booking = await book(host, eventType, { start: at("09:00"), ...sent });
  await writeOne(remove(UniqueItem, idempotencyKeyRow(booking)));
  await reschedule(host, eventType, { start: at("10:00"), rescheduleUid: booking.uid, ...sent });
  await expect(book(host, eventType, { start: at("11:00"), ...sent })).rejects.toMatchObject(conflict);
});

it("a booking stored before keys had owners releases its key when it is cancelled", async () => {
  const { host, eventType } = await makePublicEventType();
  const booking = await book(host, eventType, { start: at("09:00"), responses: ANN });
  const stored = await getStoredBooking(booking);
  const { keyChosenBy: _, ...before } = stored;
  await writeOne(replace(BookingItem, stored, before as typeof stored));
  await cancelBooking(host, booking, {});
  await book(host, eventType, { start: at("09:00"), responses: ANN });
});
