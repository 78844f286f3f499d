import { describe, expect, it } from "vitest";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { runAs } from "#lib/platform/actor.ts";
import { listAuditTrail } from "#lib/storage/audit/list.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import type { AuditResource } from "#lib/storage/table/audit-resources.ts";
import { addAttendee, addReference } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { publishAll } from "#test/support/table/publish-all.ts";

useLocalTable();

const START = "2031-03-03T09:00:00.000Z";

/** Lists the audit entries of one resource, oldest first. */
async function listEntries(resource: AuditResource, id: number | string) {
  await publishAll();
  const entries = await readWholeList(listAuditTrail(OPERATOR, { resource, resourceId: String(id) }));
  return entries.toReversed();
}

const by = <T>(caller: Caller, run: () => Promise<T>): Promise<T> => runAs(caller, run);

describe("a change", () => {
  it("has one entry, with its user and the names of the changed fields, without personal data", async () => {
    const host = await makeHost();
    const booking = await by(host, async () => book(host, await makeEventType(host), { start: START }));
    await by(OPERATOR, () => cancelBooking(host, { id: booking.id }, { cancellationReason: "Ill again" }));
    const [created, cancelled, ...others] = await listEntries("booking", booking.id);
    expect(others).toEqual([]);
    expect(created).toMatchObject({ userId: host.userId, credentialId: host.credentialId });
    const attendees = booking.attendees.map(({ id }) => String(id));
    expect(created?.changes).toEqual([
      { resource: "booking", ids: [String(booking.id)], action: "created", attributes: [] },
      { resource: "attendee", ids: attendees, action: "created", attributes: [] },
    ]);
    expect(cancelled).toMatchObject({ credentialId: "operator" });
    expect(cancelled?.userId).toBeUndefined();
    expect(cancelled?.changes[0]?.attributes).toEqual(
      expect.arrayContaining(["cancellationReason", "status"]),
    );
    const text = JSON.stringify([created, cancelled]);
    for (const secret of ["Ill again", booking.attendees[0]?.email, booking.user.name])
      expect(text).not.toContain(secret);
  });

  it("that is rejected, or changes nothing, has no entry", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const booking = await book(host, eventType, { start: START });
    await expect(book(host, eventType, { start: START })).rejects.toThrow();
    await cancelBooking(host, { id: booking.id }, {});
    await cancelBooking(host, { id: booking.id }, {});
    expect(await listEntries("booking", booking.id)).toHaveLength(2);
    const all = await readWholeList(listAuditTrail(OPERATOR, { resource: "booking" }));
    expect(new Set(all.map(({ resourceId }) => resourceId)).size).toBe(
      new Set(
        all.filter(({ changes }) => changes[0]?.action === "created").map(({ resourceId }) => resourceId),
      ).size,
    );
  });

  it("of a child of a booking is in the booking's trail, also if the child is deleted", async () => {
    const host = await makeHost();
    const booking = await book(host, await makeEventType(host), { start: START });
    const attendee = await addAttendee(host, booking);
    await by(host, () => deleteAttendee(host, { id: attendee.id }));
    const deletion = (await listEntries("booking", booking.id)).at(-1);
    expect(deletion).toMatchObject({ userId: host.userId });
    expect(deletion?.changes).toContainEqual({
      resource: "attendee",
      ids: [String(attendee.id)],
      action: "removed",
      attributes: [],
    });
  });

  it("of a reference by a reschedule is in the trail of the original booking", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const original = await book(host, eventType, { start: START });
    const reference = await addReference(host, original);
    const fields = { start: "2031-03-04T09:00:00.000Z", rescheduleUid: original.uid };
    const booking = await reschedule(host, eventType, fields);
    const deletion = {
      resource: "booking-reference",
      ids: [String(reference.id)],
      action: "changed",
      attributes: ["deleted"],
    };
    const [created, ...others] = await listEntries("booking", booking.id);
    expect(others).toEqual([]);
    expect(created?.changes.map(({ resource, action }) => [resource, action])).toEqual([
      ["booking", "created"],
      ["attendee", "created"],
    ]);
    const cancelled = (await listEntries("booking", original.id)).at(-1);
    expect(cancelled?.changes).toEqual([
      expect.objectContaining({ resource: "booking", ids: [String(original.id)], action: "changed" }),
      deletion,
    ]);
  });

  it("without a user has the credential `service`, and a copy on a credential is not a change of it", async () => {
    const host = await makeHost();
    await lockUser(OPERATOR, host.userId, true);
    const entries = await listEntries("user", host.userId);
    expect(entries.at(-1)).toMatchObject({ credentialId: "service" });
    expect(entries.at(-1)?.changes.map(({ attributes }) => attributes)).toEqual([
      ["isLocked", "sessionEpoch"],
    ]);
  });
});
