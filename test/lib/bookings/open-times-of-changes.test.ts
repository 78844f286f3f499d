import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { deleteEventType } from "#lib/calendar/event-types/delete.ts";
import { setClock } from "#lib/platform/clock.ts";
import { book, makeEventType } from "#test/support/builders/builders.ts";
import { change, create } from "#test/support/calls/booking-calls.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { at, closed, makeMorningEventType } from "./morning-event-type.ts";

useLocalTable();

describe("a booking that moves", () => {
  it("is rejected where the host is not available; its own time counts as free", async () => {
    const { host, eventType } = await makeMorningEventType();
    const { id } = await book(host, eventType, { start: at("10:00") });
    const next = closed("hours", [at("09:00"), at("10:00"), at("11:00")]);
    expect(await change(host, id, { start: at("08:30"), end: at("09:30") })).toMatchObject(next);
    await book(host, eventType, { start: at("09:00") });
    expect(await change(host, id, { start: at("09:30"), end: at("10:30") })).toMatchObject(
      closed("busy", [at("10:00"), at("11:00"), at("09:00", "2031-03-05")]),
    );
    expect(await change(host, id, { start: at("10:20"), end: at("11:20") })).toMatchObject({ status: 200 });
  });

  it("is offered slots that are free with the buffers it was booked with", async () => {
    const { host, eventType } = await makeMorningEventType({ beforeEventBuffer: 30 });
    const other = await makeEventType(host, { length: 60 });
    const { id } = await book(host, eventType, { start: at("11:00") });
    await callEndpoint("event-types.update", host, {
      path: { id: String(eventType.id) },
      body: { beforeEventBuffer: 0 },
    });
    await book(host, other, { start: at("09:00") });
    setClock(() => Date.now() + 6_000);
    const { json } = await change(host, id, { start: at("09:30"), end: at("10:30") });
    expect(json["nextSlots"]).toEqual([at("11:00"), at("09:00", "2031-03-05"), at("10:00", "2031-03-05")]);
  });

  it("by a reschedule is rejected where the host is not available; the original's time counts as free", async () => {
    const { host, eventType, eventTypeId } = await makeMorningEventType();
    const { uid: rescheduleUid } = await book(host, eventType, { start: at("10:00") });
    expect(await create(host, eventTypeId, { start: at("08:30"), rescheduleUid })).toMatchObject(
      closed("hours", [at("09:00"), at("10:00"), at("11:00")]),
    );
    expect(await create(host, eventTypeId, { start: at("10:30"), rescheduleUid })).toMatchObject({
      status: 200,
    });
  });

  it("needs only a free time if its event type was deleted or it has started", async () => {
    const { host, eventType } = await makeMorningEventType();
    const running = await book(host, eventType, { start: at("11:00") });
    const later = await book(host, eventType, { start: at("11:00", "2031-03-05") });
    setClock(() => Date.parse(at("11:30")));
    expect(await change(host, running.id, { end: at("13:00") })).toMatchObject({ status: 200 });
    await deleteEventType(host, { id: eventType.id });
    setClock(() => Date.parse(at("11:40")));
    const evening = { start: at("20:00", "2031-03-05"), end: at("21:00", "2031-03-05") };
    expect(await change(host, later.id, evening)).toMatchObject({ status: 200 });
  });
});

describe("a booking that is accepted", () => {
  it("again after its cancellation is rejected if its time was closed", async () => {
    const { host, eventType } = await makeMorningEventType({ minimumBookingNotice: 60 });
    const { id } = await book(host, eventType, { start: at("10:00") });
    await cancelBooking(host, { id }, {});
    setClock(() => Date.parse(at("09:30")));
    expect(await change(host, id, { status: "ACCEPTED" })).toMatchObject(
      closed("notice", [at("11:00"), at("09:00", "2031-03-05"), at("10:00", "2031-03-05")]),
    );
    expect(await change(host, id, { status: "ACCEPTED", ignoreAvailability: true })).toMatchObject({
      status: 200,
    });
  });

  it("by its host needs no open time, because it already has the time", async () => {
    const { host, eventType } = await makeMorningEventType({
      minimumBookingNotice: 60,
      requiresConfirmation: true,
    });
    const { id } = await book(host, eventType, { start: at("10:00") });
    setClock(() => Date.parse(at("09:30")));
    expect(await change(host, id, { status: "ACCEPTED" })).toMatchObject({ status: 200 });
  });
});
