import { describe, expect, it } from "vitest";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { book, makeEventType, makeHost, reschedule, reserve } from "#test/support/builders/builders.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { at, DAY, MORNING, makeHostWithEventType, requestSlots, timesOf } from "./slot-requests.ts";

useLocalTable();

describe("slots for a reschedule", () => {
  it("include the time of the booking to be moved, with its buffers", async () => {
    const { host, eventType, eventTypeId } = await makeHostWithEventType({
      length: 60,
      beforeEventBuffer: 30,
    });
    const { uid } = await book(host, eventType, { start: at("10:00") });
    expect(await timesOf(host, { eventTypeId })).toEqual([]);
    expect(await timesOf(host, { eventTypeId, rescheduleUid: uid })).toEqual([at("09:00"), at("10:00")]);
  });

  it("are not found by a caller who can't access the booking", async () => {
    const { member, booking } = await makeOrganizationBooking();
    const { id: eventTypeId } = await makeEventType(member.caller, { bookableBy: "anyone" });
    const query = { ...MORNING, eventTypeId, rescheduleUid: booking.uid };
    expect(await requestSlots(await makeHost(), query)).toMatchObject({
      status: 404,
      json: { message: "Booking not found." },
    });
  });
});

describe("slots with seats", () => {
  it("have seats for all attendees of the booking to be moved", async () => {
    const { host, eventType, eventTypeId } = await makeHostWithEventType({ length: 60, seatsPerTimeSlot: 3 });
    const responses = { name: "Ann", email: "ann@example.com", guests: ["bob@example.com"] };
    const { uid: rescheduleUid } = await book(host, eventType, { start: at("09:00"), responses });
    for (const email of ["cy@example.com", "di@example.com"])
      await book(host, eventType, { start: at("10:00"), responses: { name: "Cy", email } });
    expect(await timesOf(host, { eventTypeId })).toEqual([at("09:00"), at("10:00")]);
    expect(await timesOf(host, { eventTypeId, rescheduleUid })).toEqual([at("09:00")]);
  });

  it("keep their start while they have free seats, with the number of taken seats", async () => {
    const { host, eventType, eventTypeId } = await makeHostWithEventType({ length: 60, seatsPerTimeSlot: 2 });
    const { uid } = await book(host, eventType, { start: at("09:20") });
    const shared = { time: at("09:20"), attendees: 1, bookingUid: uid };
    expect((await requestSlots(host, { ...MORNING, eventTypeId })).json).toEqual({
      slots: { [DAY]: [shared] },
    });
    await book(host, eventType, { start: at("09:20") });
    expect((await requestSlots(host, { ...MORNING, eventTypeId })).json).toEqual({ slots: {} });
  });

  it("are missing if they have another length, or their time is closed now", async () => {
    const { host, eventType, eventTypeId } = await makeHostWithEventType({
      ...{ length: 60, lengths: [30], seatsPerTimeSlot: 2, minimumBookingNotice: 60 },
    });
    await book(host, eventType, { start: at("09:20") });
    expect(await timesOf(host, { eventTypeId, duration: 30 })).toEqual([at("10:30")]);
    setClock(() => Date.parse(at("08:30")));
    expect(await timesOf(host, { eventTypeId })).toEqual([]);
  });

  it("do not count the seats of the booking to be moved, nor its slot if it has no other booking", async () => {
    const { host, eventType, eventTypeId } = await makeHostWithEventType({ length: 60, seatsPerTimeSlot: 2 });
    const { uid: rescheduleUid } = await book(host, eventType, { start: at("09:20") });
    expect(await timesOf(host, { eventTypeId, rescheduleUid })).toEqual([at("09:00"), at("10:00")]);
    const { uid: bookingUid } = await book(host, eventType, { start: at("09:20") });
    const { json } = await requestSlots(host, { ...MORNING, eventTypeId, rescheduleUid });
    expect(json).toEqual({ slots: { [DAY]: [{ time: at("09:20"), attendees: 1, bookingUid }] } });
  });

  it("contain their first booking, also after other bookings are created and cancelled", async () => {
    const { host, eventType, eventTypeId } = await makeHostWithEventType({ length: 60, seatsPerTimeSlot: 4 });
    const start = at("09:00");
    const firstSlot = async () =>
      Object(Object(await requestSlots(host, { ...MORNING, eventTypeId })).json).slots[DAY][0];
    const first = await book(host, eventType, { start });
    const second = await book(host, eventType, { start });
    await reserve(host, eventType, { start });
    expect(await firstSlot()).toEqual({ time: start, attendees: 3, bookingUid: first.uid });
    await cancelBooking(host, { id: first.id }, {});
    expect(await firstSlot()).toMatchObject({ bookingUid: second.uid });
    const replacement = await reschedule(host, eventType, { start, rescheduleUid: second.uid });
    expect(await firstSlot()).toEqual({ time: start, attendees: 2, bookingUid: replacement.uid });
    const change = (fields: object) => updateBooking(host, { id: first.id }, BookingUpdate.parse(fields));
    await change({ status: "ACCEPTED" });
    expect(await firstSlot()).toMatchObject({ attendees: 3, bookingUid: first.uid });
    await change({ startTime: at("11:00"), endTime: at("12:00") });
    await cancelBooking(host, { id: replacement.id }, {});
    expect(await firstSlot()).toEqual({ time: start, attendees: 1 });
    const last = await book(host, eventType, { start });
    expect(await firstSlot()).toEqual({ time: start, attendees: 2, bookingUid: last.uid });
    await expectConsistentCalendar(host.userId);
  });

  it("keep their start while they have a booking, even if all of its attendees have left", async () => {
    const { host, eventType, eventTypeId } = await makeHostWithEventType({ length: 60, seatsPerTimeSlot: 2 });
    const moving = await book(host, eventType, { start: at("09:20") });
    const { uid: bookingUid, attendees } = await book(host, eventType, { start: at("09:20") });
    for (const { id } of attendees) await deleteAttendee(host, { id });
    const empty = { time: at("09:20"), attendees: 0, bookingUid };
    const query = { ...MORNING, eventTypeId, rescheduleUid: moving.uid };
    expect((await requestSlots(host, query)).json).toEqual({ slots: { [DAY]: [empty] } });
    await cancelBooking(host, { id: moving.id }, {});
    expect((await requestSlots(host, { ...MORNING, eventTypeId })).json).toEqual({
      slots: { [DAY]: [empty] },
    });
    await book(host, eventType, { start: at("09:20") });
    await expectConsistentCalendar(host.userId);
  });

  it("contain no booking for callers who can't read it", async () => {
    const { organization, admin, member } = await makeOrganizationBooking();
    const open = { length: 60, seatsPerTimeSlot: 2, bookableBy: "anyone" };
    const eventType = await makeEventType(member.caller, open);
    const { uid: bookingUid } = await book(member.caller, eventType, { start: at("09:00") });
    const slot = { time: at("09:00"), attendees: 1 };
    const query = { ...MORNING, eventTypeId: eventType.id };
    const first = async (caller: Caller) =>
      Object(Object(await requestSlots(caller, query)).json).slots[DAY][0];
    expect(await first(await makeHost())).toEqual(slot);
    expect(await first({ ...admin.caller, organizations: [organization.id] })).toEqual({
      ...slot,
      bookingUid,
    });
    expect(await first(OPERATOR)).toEqual({ ...slot, bookingUid });
  });
});
