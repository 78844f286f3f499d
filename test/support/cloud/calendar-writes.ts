import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { beforeEach, vi } from "vitest";
import { CalendarWriteMessage } from "#lib/delivery/calendars/messages.ts";
import { writeToCalendars } from "#lib/delivery/calendars/write-to-calendars.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { setClock } from "#lib/platform/clock.ts";
import { EventMessage } from "#lib/storage/outbox/entity.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { publishAll } from "#test/support/table/publish-all.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";
import { deliveryQueues, receiveAll } from "./delivery-queues.ts";

/** Runs a table and queues for the tests of one file, with a manual clock on the morning before the day of bookings. */
export function useCalendarWrites() {
  const clock = new ManualClock(Date.parse("2031-03-03T08:00:00Z"));
  const aws = useLocalTable({ clock });
  let lines: ReturnType<typeof captureLines>;
  beforeEach(() => {
    vi.stubEnv("ALLOW_INSECURE_CALENDARS", "1");
    setClock(() => clock.now());
    lines = captureLines();
  });
  const { runTimers } = deliveryQueues(aws);
  /** Publishes and fans out all events, and returns the messages of hosts with a calendar to write to. */
  async function takeMessages(): Promise<CalendarWriteMessage[]> {
    await publishAll();
    const events = (await receiveAll(aws(), "events")).map((body) => EventMessage.parse(body));
    if (events.length > 0) await fanOutEvents(events);
    return takeSent();
  }
  const takeSent = async () =>
    (await receiveAll(aws(), "calendar-writes.fifo")).map((body) => CalendarWriteMessage.parse(body));
  /** Does all work that is due now, and returns how often a booking was written. */
  async function settle(): Promise<number> {
    let writes = 0;
    for (let done = 1; done > 0; ) {
      const timers = await runTimers();
      const messages = await takeMessages();
      for (const message of messages) await writeToCalendars(message);
      writes += messages.length;
      done = timers + messages.length;
    }
    return writes;
  }
  return {
    ...{ aws, clock, takeMessages, settle, lines: () => lines() },
    /** Moves the clock, and does the work that is due with a sweep each minute. Returns how often a booking was written. */
    async pass(seconds: number): Promise<number> {
      let writes = 0;
      for (let left = seconds; left > 0; left -= 60) {
        clock.advance(Math.min(60, left));
        await sweepDueShards();
        writes += await settle();
      }
      return writes;
    },
  };
}
