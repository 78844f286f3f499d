import { describe, expect, it } from "vitest";
import { readCalendar } from "#lib/calendar/external/caldav-calendar.ts";
import type { Caller } from "#lib/caller.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import {
  makeCalendarHost,
  readEvent,
  referencesOf,
  updateCalendar,
} from "#test/support/builders/calendar-hosts.ts";
import { connect } from "#test/support/builders/calendars.ts";
import { at } from "#test/support/builders/several-hosts.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { useCalendarWrites } from "#test/support/cloud/calendar-writes.ts";
import {
  type CalDavServer,
  CREDENTIALS,
  RADICALE,
  startCalDavServer,
  XANDIKOS,
} from "#test/support/network/caldav-servers.ts";

const { settle, pass, lines } = useCalendarWrites();

/** The events of a server's calendar: their ids, SEQUENCE and start. */
async function eventsOf({ url, calendarUrl }: CalDavServer) {
  const window = { from: Date.UTC(2031, 0, 1), to: Date.UTC(2032, 0, 1) };
  const text = await readCalendar({ ...CREDENTIALS, url }, calendarUrl, window);
  const objects = text.split(/(?=BEGIN:VCALENDAR)/).filter((each) => each.includes("VEVENT"));
  return objects.map(readEvent).map(({ uid, sequence, start }) => ({ uid, sequence, start }));
}

async function connectServer(host: Caller, { url }: CalDavServer): Promise<void> {
  const { calendarId } = await connect(host, { type: "caldav", url, ...CREDENTIALS });
  await updateCalendar(host, calendarId, { isDestination: true });
}

describe.each([
  ["Radicale", RADICALE],
  ["Xandikos", XANDIKOS],
])("a host whose bookings are written to %s", (_, program) => {
  async function makeServerHost() {
    const host = await makeHost();
    const server = await startCalDavServer(program);
    await connectServer(host, server);
    return { host, server, eventType: await makeEventType(host) };
  }

  it("has one event of a booking, which moves with it, passes to the one that replaces it, and goes with it", async () => {
    const { host, server, eventType } = await makeServerHost();
    const booking = await book(host, eventType, { start: at(9) });
    await settle();
    const { iCalUID: uid } = booking;
    expect(await eventsOf(server)).toEqual([{ uid, sequence: 0, start: at(9) }]);
    await change(host, booking.id, { start: at(10) });
    await settle();
    expect(await eventsOf(server)).toEqual([{ uid, sequence: 1, start: at(10) }]);
    const newer = await reschedule(host, eventType, { start: at(11), rescheduleUid: booking.uid });
    await settle();
    expect(await eventsOf(server)).toEqual([{ uid, sequence: 3, start: at(11) }]);
    expect(await referencesOf(newer)).toMatchObject([[expect.any(String), null]]);
    await cancel(host, newer.id);
    await settle();
    expect(await eventsOf(server)).toEqual([]);
    await change(host, newer.id, { status: "ACCEPTED" });
    await settle();
    expect(await eventsOf(server)).toMatchObject([{ uid, start: at(11) }]);
  });

  it("has the right events after the server was down during all changes", async () => {
    const { host, server, eventType } = await makeServerHost();
    const known = await book(host, eventType, { start: at(8) });
    await settle();
    await server.stop();
    const [moved, cancelled, replaced] = [
      await book(host, eventType, { start: at(9) }),
      await book(host, eventType, { start: at(10) }),
      await book(host, eventType, { start: at(11) }),
    ];
    await settle();
    await change(host, moved.id, { start: at(12) });
    await cancel(host, cancelled.id);
    await cancel(host, known.id);
    await reschedule(host, eventType, { start: at(13), rescheduleUid: replaced.uid });
    await settle();
    await server.start();
    await pass(120);
    expect((await eventsOf(server)).toSorted((a, b) => a.start.localeCompare(b.start))).toEqual([
      { uid: moved.iCalUID, sequence: 1, start: at(12) },
      { uid: replaced.iCalUID, sequence: 2, start: at(13) },
    ]);
  });
});

it("a server that never responds is given up within half a minute, and tried again", async () => {
  const { host, eventType, stub } = await makeCalendarHost();
  stub.fault = () => "no response";
  await book(host, eventType, { start: at(9) });
  const startedAt = performance.now();
  await settle();
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(lines()).toContainEqual(
    expect.objectContaining({ event: "calendar write", failure: "calendar_unreachable" }),
  );
}, 60_000);
