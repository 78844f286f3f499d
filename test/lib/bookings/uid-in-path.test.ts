import { beforeAll, describe, expect, it } from "vitest";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { put, replace } from "#lib/storage/table/operations.ts";
import { UniqueItem } from "#lib/storage/table/unique.ts";
import { transact } from "#lib/storage/table/write.ts";
import { moveIntoPast } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useRoleGateway } from "#test/support/cloud/role-gateway.ts";

const gateway = useRoleGateway();

let host: UserWithKey;
let eventType: EventType;
let hour = 0;

beforeAll(async () => {
  host = await makeUserWithKey();
  eventType = await makeEventType(host.caller);
});

const makeBooking = (): Promise<StoredBooking> =>
  book(host.caller, eventType, { start: new Date(Date.UTC(2031, 0, 6, ++hour)).toISOString() });

/** Gives a booking a uid that does not contain its id, as an import does. */
async function withImportedUid(booking: StoredBooking): Promise<StoredBooking> {
  const imported = {
    ...booking,
    uid: `imported-${booking.id}-${"x".repeat(13)}`,
    version: booking.version + 1,
  };
  const row = { kind: "booking-uid" as const, value: imported.uid, owner: booking.id };
  await transact([replace(BookingItem, booking, imported), put(UniqueItem, row)]);
  return imported;
}

async function send(
  method: string,
  path: string,
  { key = host.key, body }: { key?: string; body?: object } = {},
) {
  const request = { method, path: `/bookings/${path}`, key, ...(body && { body }) };
  const { status, json } = await clientOf(gateway().baseUrl)(request);
  return { status, json };
}

const KINDS = [
  ["a new booking", makeBooking],
  ["an imported booking", async () => withImportedUid(await makeBooking())],
] as const;

describe.each(KINDS)("the uid of %s", (_, make) => {
  it("gets the booking, as its id does", async () => {
    const { id, uid } = await make();
    const byUid = await send("GET", uid);
    expect(byUid).toMatchObject({ status: 200, json: { booking: { id, uid } } });
    expect(byUid).toEqual(await send("GET", String(id)));
  });

  it("changes its text and its time", async () => {
    const { id, uid } = await make();
    const text = await send("PATCH", uid, { body: { title: "New" } });
    expect(text).toMatchObject({ status: 200, json: { booking: { id, title: "New" } } });
    const startTime = new Date(Date.UTC(2031, 1, 6, ++hour)).toISOString();
    const time = await send("PATCH", uid, { body: { startTime } });
    expect(time).toMatchObject({ status: 200, json: { booking: { id, startTime, title: "New" } } });
  });

  it.each(["", "/cancel"])("cancels it with DELETE /bookings/{uid}%s", async (suffix) => {
    const { id, uid } = await make();
    const cancelled = await send("DELETE", `${uid}${suffix}?allRemainingBookings=True`);
    expect(cancelled).toMatchObject({
      status: 200,
      json: { bookingId: id, booking: { status: "CANCELLED" } },
    });
  });

  it("marks no-shows and rates it", async () => {
    const { uid } = await moveIntoPast(await make());
    expect(await send("POST", `${uid}/no-show`, { body: { host: true } })).toMatchObject({ status: 200 });
    expect(await send("POST", `${uid}/rating`, { body: { rating: 5 } })).toMatchObject({
      json: { booking: { uid, noShowHost: true, rating: 5 } },
    });
  });

  it("is not found by another user, as its id is not, and is by a system admin", async () => {
    const { id, uid } = await make();
    const [stranger, admin] = [await makeUserWithKey(), await makeUserWithKey("ADMIN")];
    for (const path of [uid, String(id)]) {
      const { status, json } = await send("GET", path, { key: stranger.key });
      expect([status, json["detail"]]).toEqual([404, "Booking not found."]);
      expect(await send("DELETE", path, { key: stranger.key })).toMatchObject({ status: 404 });
      const changed = await send("PATCH", path, { key: stranger.key, body: { title: "Mine" } });
      expect(changed).toMatchObject({ status: 404 });
      expect(await send("GET", path, { key: admin.key })).toMatchObject({ status: 200 });
    }
    expect(await send("GET", uid)).toMatchObject({
      json: { booking: { status: "ACCEPTED", title: expect.anything() } },
    });
  });
});

it("a uid that no booking has is not found, and other text is invalid", async () => {
  const { uid } = await makeBooking();
  const missing = `${uid.startsWith("A") ? "B" : "A"}${uid.slice(1)}`;
  for (const path of [missing, "A".repeat(22)]) {
    expect(await send("GET", path)).toMatchObject({ status: 404, json: { detail: "Booking not found." } });
    expect(await send("DELETE", `${path}/cancel`)).toMatchObject({ status: 404 });
  }
  for (const path of ["not-a-number", "-1", "1.5", `${uid}!`, "x".repeat(300)])
    expect(await send("GET", path)).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: "#/path/id" }] },
    });
});
