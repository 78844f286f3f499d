import { describe, expect, it } from "vitest";
import { ReferenceLocator, RemovedReferenceItem } from "#lib/bookings/booking-references/entity.ts";
import { getReference } from "#lib/bookings/booking-references/read.ts";
import { ReferenceCreate, ReferenceUpdate } from "#lib/bookings/booking-references/schema.ts";
import { deleteReference, updateReference } from "#lib/bookings/booking-references/writes.ts";
import { setClock } from "#lib/platform/clock.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { addReference, getStoredBooking, referenceRequest } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { countOutcomes } from "#test/support/builders/calendar.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { getAuthorizedCaller } from "#test/support/calls/authorized-caller.ts";
import { loseNextResponse } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const DAY = 86_400_000;

async function makeBooking() {
  const host = await makeHost();
  return { host, booking: await book(host, await makeEventType(host), { start: "2031-03-03T09:00:00Z" }) };
}

describe("adding a reference", () => {
  it("changes the booking, too", async () => {
    const { host, booking } = await makeBooking();
    await addReference(host, booking);
    const reference = await addReference(host, booking, { meetingUrl: "https://video.example.com/1" });
    const { booking: link, bookingId, userId, createdAt, version, ...summary } = reference;
    expect(summary).toMatchObject({
      type: "daily_video",
      deleted: null,
      meetingId: null,
      credentialId: null,
    });
    expect(link).toMatchObject({ id: booking.id, uid: booking.uid });
    expect([bookingId, userId, version]).toEqual([booking.id, host.userId, 1]);
    expect(createdAt >= booking.createdAt).toBe(true);
    const after = await getStoredBooking(booking);
    expect(after).toMatchObject({ version: 3, references: [{}, summary] });
    expect(await getReference(host, reference.id)).toEqual(reference);
  });

  it("is for the host and system admins; forbidden for others who can access the booking", async () => {
    const { booking, admin, member } = await makeOrganizationBooking();
    const organizationAdmin = await getAuthorizedCaller(admin.caller);
    await expect(addReference(await makeHost(), booking)).rejects.toMatchObject({ code: "not_found" });
    await expect(addReference(organizationAdmin, booking)).rejects.toMatchObject({ code: "forbidden" });
    const reference = await addReference(await makeHost("ADMIN"), booking);
    expect(reference.userId).toBe(member.caller.userId);
    await expect(getReference(organizationAdmin, reference.id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("happens once, even if the response is lost", async () => {
    const { host, booking } = await makeBooking();
    loseNextResponse();
    const reference = await addReference(host, booking);
    expect(await getReference(host, reference.id)).toEqual(reference);
    expect((await getStoredBooking(booking)).references).toHaveLength(1);
  });

  it("is rejected after twenty, also in thirty concurrent requests", async () => {
    const { host, booking } = await makeBooking();
    const adds = Array.from({ length: 30 }, () => addReference(host, booking));
    expect(await countOutcomes(adds)).toEqual({ won: 20, limit_reached: 10 });
    expect((await getStoredBooking(booking)).references).toHaveLength(20);
  });
});

describe("changing a reference", () => {
  it("changes the booking, too", async () => {
    const { host, booking } = await makeBooking();
    const reference = await addReference(host, booking, { meetingPassword: "old" });
    const changes = { meetingPassword: null, uid: "__proto__", credentialId: 7 };
    const after = await updateReference(host, reference, changes);
    expect(after).toEqual({ ...reference, ...changes, version: 2 });
    expect(await getReference(host, reference.id)).toEqual(after);
    expect(await getStoredBooking(booking)).toMatchObject({ version: 3, references: [changes] });
    expect(await updateReference(host, reference, changes)).toEqual(after);
    expect((await getStoredBooking(booking)).version).toBe(3);
  });

  it("checks If-Match, and concurrent changes are all applied", async () => {
    const { host, booking } = await makeBooking();
    const { id } = await addReference(host, booking);
    const stale = updateReference(host, { id, ifMatch: [2] }, { uid: "new" });
    await expect(stale).rejects.toMatchObject({ code: "precondition_failed" });
    const changes = [{ uid: "a" }, { type: "b" }, { meetingId: "c" }, { externalCalendarId: "d" }];
    const made = changes.map((each) => updateReference(host, { id }, each));
    expect(await countOutcomes(made)).toEqual({ won: 4 });
    expect(await getReference(host, id)).toMatchObject(Object.assign({ version: 5 }, ...changes));
    expect((await getStoredBooking(booking)).references).toMatchObject([Object.assign({}, ...changes)]);
  });

  it("is not found by callers who can't access the booking", async () => {
    const { host, booking } = await makeBooking();
    const reference = await addReference(host, booking);
    const stranger = await makeHost();
    await expect(updateReference(stranger, reference, { uid: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(deleteReference(stranger, reference)).rejects.toMatchObject({ code: "not_found" });
    expect(await updateReference(await makeHost("ADMIN"), reference, { uid: "x" })).toMatchObject({
      uid: "x",
    });
  });
});

describe("deleting a reference", () => {
  it("removes it from its booking and from all responses", async () => {
    const { host, booking } = await makeBooking();
    const reference = await addReference(host, booking);
    expect(await deleteReference(host, reference)).toEqual({ ...reference, deleted: true, version: 2 });
    expect(await getStoredBooking(booking)).toMatchObject({ version: 3, references: [] });
    await expect(getReference(host, reference.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(deleteReference(host, reference)).rejects.toMatchObject({ code: "not_found" });
  });

  it("leaves it readable for system admins for 30 days", async () => {
    const { host, booking } = await makeBooking();
    const { id } = await addReference(host, booking);
    await deleteReference(host, { id });
    const admin = await makeHost("ADMIN");
    expect(await getReference(admin, id)).toMatchObject({ id, deleted: true });
    await expect(updateReference(admin, { id }, { uid: "x" })).rejects.toMatchObject({ code: "not_found" });
    await expect(deleteReference(admin, { id })).rejects.toMatchObject({ code: "not_found" });
    setClock(() => Date.now() + 29 * DAY);
    expect(await getReference(admin, id)).toMatchObject({ deleted: true });
    setClock(() => Date.now() + 30 * DAY);
    await expect(getReference(admin, id)).rejects.toMatchObject({ code: "not_found" });
    setClock(Date.now);
    const removed = await findItem(RemovedReferenceItem, { userId: host.userId, id });
    expect((await findItem(ReferenceLocator, { id }))?.ttl).toBe(removed?.ttl);
  });

  it("makes room for another, and succeeds once in ten concurrent requests", async () => {
    const { host, booking } = await makeBooking();
    const all = await Promise.all(Array.from({ length: 20 }, () => addReference(host, booking)));
    const { id } = all[0] ?? { id: 0 };
    const deletions = Array.from({ length: 10 }, () => deleteReference(host, { id }));
    expect(await countOutcomes(deletions)).toEqual({ won: 1, not_found: 9 });
    await addReference(host, booking);
    expect((await getStoredBooking(booking)).references).toHaveLength(20);
  });
});

describe("the body of a reference", () => {
  const listInvalidFields = (fields: Record<string, unknown>) =>
    ReferenceCreate.safeParse(referenceRequest(1, fields)).error?.issues.map(({ path }) => path.join("/"));

  it("needs booking, type and uid", () => {
    expect(listInvalidFields({ bookingId: undefined, type: undefined, uid: undefined })).toEqual([
      "bookingId",
      "type",
      "uid",
    ]);
  });

  it.each(["javascript:alert(1)", "ftp://example.com", "video.example.com", ""])(
    "rejects the meeting URL %j",
    (meetingUrl) => {
      expect(listInvalidFields({ meetingUrl })).toEqual(["meetingUrl"]);
    },
  );

  it("of a change accepts all fields except the booking", () => {
    for (const body of [{}, { bookingId: 2 }, { deleted: true }, { meetingUrl: "data:," }, { uid: "" }])
      expect(ReferenceUpdate.safeParse(body).success).toBe(false);
    expect(ReferenceUpdate.parse({ meetingUrl: null })).toEqual({ meetingUrl: null });
  });

  it.each([false, null])(
    "has `deleted`: %j without effect, as clients of API v1 send it",
    async (deleted) => {
      const { host, booking } = await makeBooking();
      const reference = await addReference(host, booking, { deleted });
      expect(reference.deleted).toBeNull();
      expect(ReferenceUpdate.parse({ deleted, uid: "x" })).toEqual({ uid: "x" });
      expect(await updateReference(host, reference, ReferenceUpdate.parse({ deleted }))).toEqual(reference);
      expect(listInvalidFields({ deleted: true })).toEqual(["deleted"]);
    },
  );
});
