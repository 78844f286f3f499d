import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { makeHost } from "#test/support/builders/builders.ts";
import { seedBookings } from "#test/support/builders/seed-bookings.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { withCloudProcess } from "./cloud-process.ts";
import type { Part } from "./part.ts";
import { quantile } from "./statistics.ts";

const MEETINGS = 1_000;
const HOSTS = 20;
const MINUTE = 60_000;
/** Milliseconds after the last end after which missing events count as lost. */
const LONGEST_WAIT = 5 * MINUTE;
const HOUR = 60 * MINUTE;

const MeetingEvent = z.object({ bookingId: z.int(), endTime: z.string() });

/** Part `meetings`: how late subscribers receive the events of meetings that all end in one minute. */
export const meetings: Part = () =>
  withCloudProcess(async () => {
    const subscriber = await listen();
    try {
      const hosts = await Promise.all(Array.from({ length: HOSTS }, () => makeHost()));
      for (const host of hosts)
        await makeWebhook(host, { subscriberUrl: subscriber.url, eventTriggers: ["MEETING_ENDED"] });
      // The minute after the next full one, so that all bookings exist when the sweep before it runs.
      const first = Math.ceil(Date.now() / MINUTE) * MINUTE + 2 * MINUTE;
      await seedBookings({
        hosts: hosts.map(({ userId }) => userId),
        count: MEETINGS,
        changes: (at) => ({
          startTime: new Date(first - HOUR).toISOString(),
          endTime: new Date(first + Math.floor((at * MINUTE) / MEETINGS)).toISOString(),
          nextMeetingTrigger: "MEETING_ENDED",
        }),
      });
      if (Date.now() > first - MINUTE) throw new Error("The bookings were not written in time.");
      while (subscriber.delays.size < MEETINGS && Date.now() < first + LONGEST_WAIT) await pause(1_000);
      const seconds = [...subscriber.delays.values()].map((delay) => delay / 1_000);
      const figure = (share: number) => ({ value: quantile(seconds, share), unit: "s" });
      const note = `${MEETINGS.toLocaleString("en")} meetings of ${HOSTS} hosts, each with a webhook, end within one minute; seconds from the end of each until its subscriber received the event.`;
      return [
        {
          title: "Meetings that end",
          note,
          rows: [
            {
              name: "MEETING_ENDED",
              cells: {
                received: { value: seconds.length, unit: "", budget: { atLeast: MEETINGS } },
                twice: { value: subscriber.received() - seconds.length, unit: "" },
                earliest: figure(0),
                median: figure(0.5),
                p99: { ...figure(0.99), budget: { atMost: 120 } },
                delaysst: figure(1),
              },
            },
          ],
        },
      ];
    } finally {
      subscriber.close();
    }
  });

/** A subscriber that records how late it receives the event of each meeting, in milliseconds by booking. */
async function listen() {
  const delays = new Map<number, number>();
  let received = 0;
  const server = createServer(async (request, response) => {
    const { bookingId, endTime } = MeetingEvent.parse(JSON.parse(await text(request)));
    received += 1;
    if (!delays.has(bookingId)) delays.set(bookingId, Date.now() - Date.parse(endTime));
    response.end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    delays,
    received: () => received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
