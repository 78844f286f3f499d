import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { now } from "#lib/platform/clock.ts";
import { DAY_MINUTES, instantOf, MINUTE } from "#lib/platform/minutes.ts";
import { BookingHost } from "./booking-host.ts";
import { withCloudProcess } from "./cloud-process.ts";
import { startFunctionCpu } from "./function-cpu.ts";
import type { Part } from "./part.ts";
import { median } from "./statistics.ts";

const Connected = z.object({ calendars: z.tuple([z.object({ id: z.int() })]) });
const EVENTS = 2_000;
/** Events that repeat each week, without end. */
const WEEKLY = 100;
const EVENT_DAYS = 399;
/** A calendar can be checked by request at most once in 30 seconds. */
const PAUSE_SECONDS = 31;

/** Part `calendars`: checks of a changed and of an unchanged feed. */
export const changedCalendars: Part = (settings) =>
  withCloudProcess(async ({ baseUrl, pid }) => {
    const feed = await startFeed();
    const host = await BookingHost.make(baseUrl);
    const body = { type: "ics", url: feed.url };
    const connected = await host.client.send({ method: "POST", path: "/calendar-connections", body });
    const [{ id }] = Connected.parse(JSON.parse(connected)).calendars;
    const check = async (): Promise<number> => {
      await pause(PAUSE_SECONDS * 1000);
      const cpuSoFar = startFunctionCpu(pid);
      await host.client.send({ method: "POST", path: `/calendars/${id}/sync` });
      return cpuSoFar();
    };
    const [changed, unchanged]: [number[], number[]] = [[], []];
    for (let round = 1; round <= Math.min(settings.rounds, 3); round += 1) {
      feed.change(round);
      changed.push(await check());
      unchanged.push(await check());
    }
    host.client.close();
    feed.close();
    const row = (name: string, values: number[], atMost?: number) => ({
      name,
      cells: {
        "first call": { value: values[0] ?? Number.NaN, unit: "ms" },
        "later calls": {
          value: median(values.slice(1)),
          unit: "ms",
          ...(atMost && { budget: { atMost } }),
        },
      },
    });
    const note = `\`POST /calendars/{id}/sync\` of a feed of ${EVENTS.toLocaleString("en")} events in ${EVENT_DAYS} days, ${WEEKLY} of which repeat each week in a time zone; CPU of the authorizer and the endpoint. Changed: all single events have moved by a minute.`;
    const rows = [row("changed", changed, 2_000), row("not changed", unchanged)];
    return [{ title: "Checks of a calendar", note, rows }];
  });

/** Starts a server of a feed with an entity tag. */
async function startFeed() {
  let text = textOf(0);
  let version = '"0"';
  const server = createServer((request, response) => {
    if (request.headers["if-none-match"] === version) response.writeHead(304).end();
    else response.writeHead(200, { "content-type": "text/calendar", etag: version }).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`,
    change(round: number): void {
      text = textOf(round);
      version = `"${round}"`;
    },
    close: () => void server.close(),
  };
}

/** The calendar's text, whose single events are `round` minutes later than in round 0. */
function textOf(round: number): string {
  const first = (Math.floor(now() / MINUTE / DAY_MINUTES) + 1) * DAY_MINUTES;
  const step = Math.floor((EVENT_DAYS * DAY_MINUTES) / EVENTS);
  const events = Array.from({ length: EVENTS }, (_, index) => {
    const time = instantOf(first + index * step + round).replace(/[-:]|\.\d+/g, "");
    const lines =
      index < WEEKLY
        ? [`DTSTART;TZID=Europe/Berlin:${time.slice(0, -1)}`, "RRULE:FREQ=WEEKLY"]
        : [`DTSTART:${time}`];
    return ["BEGIN:VEVENT", `UID:${index}@example.com`, ...lines, "DURATION:PT15M", "END:VEVENT"].join(
      "\r\n",
    );
  });
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...events, "END:VCALENDAR", ""].join("\r\n");
}
