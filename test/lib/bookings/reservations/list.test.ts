import { describe, expect, it } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { book, makeEventType, makeHost, reserve } from "#test/support/builders/builders.ts";
import { makeCalendar } from "#test/support/builders/calendar.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const at = (time: string) => `2030-03-04T${time}:00.000Z`;

/** The uids of the reservations that a caller lists. */
async function uidsOf(caller: Caller, query: Record<string, string> = {}): Promise<string[]> {
  const { json } = await callEndpoint("reservations.list", caller, { query });
  return [json["reservations"]].flat().map((one) => String(Object(one).uid));
}

describe("the list of reservations", () => {
  it("has those of the own time by their start, with seats and several hosts, until they expire", async () => {
    const { host, eventType } = await makeCalendar({ bookableBy: "anyone" });
    const seated = await makeEventType(host, { bookableBy: "anyone", seatsPerTimeSlot: 3 });
    const guest = await makeHost();
    const late = await reserve(guest, eventType, { start: at("12:00"), ttlMinutes: 9 });
    await book(host, seated, { start: at("10:00") });
    const shared = await reserve(guest, seated, { start: at("10:00") });
    const seat = await reserve(guest, seated, { start: at("11:00") });
    const own = await reserve(host, eventType, { start: at("09:00") });
    expect(await uidsOf(host)).toEqual([own.uid, shared.uid, seat.uid, late.uid]);
    expect(await uidsOf(guest)).toEqual([shared.uid, seat.uid, late.uid]);
    expect(await uidsOf(await makeHost())).toEqual([]);
    expect(await uidsOf(host, { take: "1", page: "2" })).toEqual([shared.uid]);
    passMinutes(6);
    expect(await uidsOf(host)).toEqual([late.uid]);
  });

  it("has fields with which a host can free each of them", async () => {
    const { host, eventType } = await makeCalendar({ bookableBy: "anyone" });
    const { uid } = await reserve(await makeHost(), eventType, { start: at("09:00") });
    const { json } = await callEndpoint("reservations.list", host, {});
    const until = expect.stringMatching(/Z$/);
    expect(json).toEqual({
      reservations: [{ uid, eventTypeId: eventType.id, start: at("09:00"), end: at("09:30"), until }],
    });
    const query = { userId: String(host.userId), startTime: at("09:00"), endTime: at("10:00") };
    const { json: availability } = await callEndpoint("availability.get", host, { query });
    expect(availability).toMatchObject({ busy: [{ title: "Reserved", reservationUid: uid }] });
    const deleted = await callEndpoint("reservations.delete", host, { path: { uid } });
    expect(deleted.status).toBe(200);
    expect(await uidsOf(host)).toEqual([]);
    await book(host, eventType, { start: at("09:00") });
  });

  it("can be of another user only for admins, who also get what a user made", async () => {
    const { host, eventType } = await makeCalendar({ bookableBy: "anyone" });
    const guest = await makeHost();
    const { uid } = await reserve(guest, eventType, { start: at("09:00") });
    const admin = await makeHost("ADMIN");
    for (const { userId } of [host, guest]) {
      expect(await uidsOf(admin, { userId: String(userId) })).toEqual([uid]);
      expect(await uidsOf(await makeHost(), { userId: String(userId) })).toEqual([]);
    }
    expect(await uidsOf(admin)).toEqual([]);
  });

  it("can be of a member's time for admins of the organization, who can delete them", async () => {
    const { organization, admin, member } = await makeOrganizationBooking();
    const eventType = await makeEventType(member.caller, { bookableBy: "anyone" });
    const { uid } = await reserve(await makeHost(), eventType, { start: at("09:00") });
    const elsewhere = await makeCalendar({ bookableBy: "anyone" });
    await reserve(member.caller, elsewhere.eventType, { start: at("10:00") });
    const chief: Caller = { ...admin.caller, organizations: [organization.id] };
    expect(await uidsOf(chief, { userId: String(member.caller.userId) })).toEqual([uid]);
    expect((await callEndpoint("reservations.delete", chief, { path: { uid } })).status).toBe(200);
  });
});
