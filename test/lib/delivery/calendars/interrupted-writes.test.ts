import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReferenceItem } from "#lib/bookings/booking-references/entity.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { CalendarWriteMessage } from "#lib/delivery/calendars/messages.ts";
import { writeToCalendars } from "#lib/delivery/calendars/write-to-calendars.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, reschedule } from "#test/support/builders/builders.ts";
import {
  type CalendarHost,
  eventsIn,
  makeCalendarHost,
  updateCalendar,
} from "#test/support/builders/calendar-hosts.ts";
import { at } from "#test/support/builders/several-hosts.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";
import { useCalendarWrites } from "#test/support/cloud/calendar-writes.ts";
import { stopAfterWrites } from "#test/support/cloud/stop-after-writes.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";

const { settle, takeMessages, pass } = useCalendarWrites();

const PATHS = ["/ann/work/", "/ann/home/"];
type Host = CalendarHost & { calendarIds: number[] };

/** What happens to a booking, and the start of its event afterwards. */
const CHANGES: Record<
  string,
  { change: (host: Host, booking: StoredBooking) => Promise<unknown>; starts: string[] }
> = {
  nothing: { change: async () => {}, starts: [at(9)] },
  "a move": { change: ({ host }, { id }) => change(host, id, { start: at(10) }), starts: [at(10)] },
  "a cancellation": { change: ({ host }, { id }) => cancel(host, id), starts: [] },
  "a reschedule": {
    change: ({ host, eventType }, { uid }) =>
      reschedule(host, eventType, { start: at(11), rescheduleUid: uid }),
    starts: [at(11)],
  },
  "another destination and a move": {
    change: async ({ host, calendarIds }, { id }) => {
      await updateCalendar(host, calendarIds[1] ?? 0, { isDestination: true });
      await change(host, id, { start: at(12) });
    },
    starts: [at(12)],
  },
};

/** Requires one reference that is not deleted for each event, and none without. */
async function expectReferences({ host, stub, calendarIds }: Host): Promise<void> {
  const events = eventsIn(stub).map(({ path, uid }) => [PATHS.find((each) => path.startsWith(each)), uid]);
  const references = (await queryAll(ReferenceItem, host)).filter(({ deleted }) => !deleted);
  expect(references.map(({ externalCalendarId, uid }) => [externalCalendarId, uid])).toEqual(events);
  expect(calendarIds).toHaveLength(PATHS.length);
}

describe.each(Object.entries(CHANGES))("a function that stops, after %s", (name, { change: run, starts }) => {
  it("after any write to the table leaves the right events, when its message is received again", async () => {
    for (let writes = 0, stopped = true; stopped; writes += 1) {
      const host = await makeCalendarHost({}, PATHS);
      const booking = await book(host.host, host.eventType, { start: at(9) });
      if (name !== "nothing") await settle();
      await run(host, booking);
      const [message, ...more] = await takeMessages();
      if (!message || more.length > 0) throw new Error("Expected exactly one message.");
      stopped = await stopAfterWrites(writes, () => writeToCalendars(message));
      expect(eventsIn(host.stub).length).toBeLessThanOrEqual(1);
      await writeToCalendars(message);
      expect(eventsIn(host.stub).map(({ start }) => start)).toEqual(starts);
      await expectReferences(host);
      if (stopped) expect(await pass(60)).toBe(0);
    }
  });

  it("after any request to the server leaves the right events, when its message is received again", async () => {
    for (let requests = 0, stopped = true; stopped; requests += 1) {
      const host = await makeCalendarHost({}, PATHS);
      const booking = await book(host.host, host.eventType, { start: at(9) });
      if (name !== "nothing") await settle();
      await run(host, booking);
      let received = 0;
      stopped = false;
      host.stub.fault = () => {
        received += 1;
        if (received <= requests) return undefined;
        stopped = true;
        return received === requests + 1 ? "lost response" : "lost";
      };
      await settle();
      expect(eventsIn(host.stub).length).toBeLessThanOrEqual(1);
      host.stub.fault = undefined;
      await pass(120);
      expect(eventsIn(host.stub).map(({ start }) => start)).toEqual(starts);
      await expectReferences(host);
    }
  });
});

it.each(["a cancellation", "another destination and a move"])(
  "a function that stops after any write leaves no event that is forgotten, if %s follows before its message is received again",
  async (name) => {
    const { change: run, starts } = CHANGES[name] ?? { change: async () => {}, starts: [] };
    for (let writes = 0, stopped = true; stopped; writes += 1) {
      const host = await makeCalendarHost({}, PATHS);
      const booking = await book(host.host, host.eventType, { start: at(9) });
      const [message] = await takeMessages();
      if (!message) throw new Error("Expected a message.");
      stopped = await stopAfterWrites(writes, () => writeToCalendars(message));
      await run(host, booking);
      await settle();
      if (stopped) await writeToCalendars(message);
      expect(eventsIn(host.stub).map(({ start }) => start)).toEqual(starts);
      await expectReferences(host);
    }
  },
);

/** Draws what happens to one booking after another, and in which order their messages arrive, some twice. */
const History = fc.record({
  changes: fc.array(fc.constantFrom("move", "cancel", "accept", "reschedule", "destination"), {
    maxLength: 6,
  }),
  order: fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
  isConcurrent: fc.boolean(),
});

it(
  "repeated, late and swapped messages lead to the event of the booking that is accepted",
  async () => {
    const property = fc.asyncProperty(History, async ({ changes, order, isConcurrent }) => {
      const host = await makeCalendarHost({}, PATHS);
      let booking = await book(host.host, host.eventType, { start: at(0) });
      let hour = 0;
      let destination = 0;
      for (const each of changes) {
        hour += 1;
        if (each === "move") await change(host.host, booking.id, { start: at(hour) });
        if (each === "cancel") await cancel(host.host, booking.id);
        if (each === "accept") await change(host.host, booking.id, { status: "ACCEPTED" });
        if (each === "destination") {
          destination = 1 - destination;
          await updateCalendar(host.host, host.calendarIds[destination] ?? 0, { isDestination: true });
        }
        const { status, uid } = await getStoredBooking(booking);
        if (each === "reschedule" && status !== "CANCELLED")
          booking = await reschedule(host.host, host.eventType, { start: at(hour), rescheduleUid: uid });
      }
      const messages = await takeMessages();
      const shuffled = order.map((index) => messages[index % messages.length]);
      const all = [...shuffled.slice(12), ...messages, ...shuffled.slice(0, 12)].filter(
        (each): each is CalendarWriteMessage => each !== undefined,
      );
      if (isConcurrent) await Promise.all(all.map(writeToCalendars));
      else for (const message of all) await writeToCalendars(message);
      const { status, startTime, iCalUID: uid } = await getStoredBooking(booking);
      const expected = { uid, start: startTime, path: expect.stringContaining(PATHS[destination] ?? "") };
      expect(eventsIn(host.stub)).toMatchObject(status === "ACCEPTED" ? [expected] : []);
      await expectReferences(host);
    });
    await fc.assert(property, { numRuns: runCount(8) });
  },
  timeoutFor(runCount(8)),
);
