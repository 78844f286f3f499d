import type { Range } from "#lib/calendar/availability/calendar.ts";
import { claimWrites } from "#lib/calendar/claims/claims.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { now } from "#lib/platform/clock.ts";
import { DAY_MINUTES, instantOf, MINUTE } from "#lib/platform/minutes.ts";
import { SeenItems } from "#lib/storage/table/seen-items.ts";
import { transact } from "#lib/storage/table/write.ts";
import { connectPushed, pushBusy } from "#test/support/builders/calendars.ts";
import { load } from "./api-load.ts";
import { BookingHost } from "./booking-host.ts";
import { withCloudProcess } from "./cloud-process.ts";
import { startFunctionCpu } from "./function-cpu.ts";
import { type Part, rounds } from "./part.ts";
import type { Row } from "./report.ts";
import { median, pairedRatio, shuffled } from "./statistics.ts";

const SECONDS = 120;
const SHAPE = { connections: 1, seconds: 1 };
const DAYS = 31;
const CALENDARS = 10;
const EVENTS = 2_000;
/** Days over which the events of a calendar are spread. */
const EVENT_DAYS = 399;
const EVENT_MINUTES = 15;
const HOURS = DAYS * 24;
/** DynamoDB's limit of one transaction. */
const MAX_OPERATIONS = 100;

/** Part `slots`: lists of slots of hosts whose busy minutes are those of calendars, of bookings, or none. */
export const slotsLoad: Part = (settings) =>
  withCloudProcess(async ({ baseUrl, pid }) => {
    const hosts = {
      "nothing busy": await BookingHost.make(baseUrl),
      bookings: await BookingHost.make(baseUrl),
      "calendars, 9 to 17": await BookingHost.make(baseUrl),
      "calendars, day and night": await BookingHost.make(baseUrl),
    };
    await bookEachHour(hosts.bookings);
    await connectCalendars(hosts["calendars, 9 to 17"], { from: 9 * 60, to: 17 * 60 });
    await connectCalendars(hosts["calendars, day and night"], { from: 0, to: DAY_MINUTES });
    const cpu = new Map<string, number[]>();
    for (const round of rounds(settings.rounds + 1, SECONDS))
      for (const [name, host] of shuffled(Object.entries(hosts))) {
        const path = host.slotsPath(firstDay(), DAYS);
        const cpuSoFar = startFunctionCpu(pid);
        const { latencies } = await load(() => () => host.client.get(path), SHAPE);
        // The first round warms up.
        if (round > 0) cpu.set(name, [...(cpu.get(name) ?? []), cpuSoFar() / latencies.length]);
      }
    for (const { client } of Object.values(hosts)) client.close();
    const [none = [], bookings = []] = [cpu.get("nothing busy"), cpu.get("bookings")];
    const rows = [...cpu].map(
      ([name, values]): Row => ({
        name,
        cells: {
          "CPU of the functions": { value: median(values), unit: "ms" },
          "of nothing busy": { value: pairedRatio(values, none), unit: "×" },
          "of bookings": { value: pairedRatio(values, bookings), unit: "×" },
        },
      }),
    );
    const note = `\`GET /slots\` of ${DAYS} days, one request at a time; CPU of the authorizer and the endpoint, ratios of the same round. *bookings*: ${EVENT_MINUTES} minutes of each hour are booked. *calendars*: ${CALENDARS} calendars that count, each with ${EVENTS.toLocaleString("en")} events of ${EVENT_MINUTES} minutes in ${EVENT_DAYS} days, so that each hour, or each from 9 to 17, has busy minutes.`;
    return [{ title: "Slots", note, rows }];
  });

/** Tomorrow, in days since 1970. */
const firstDay = (): number => Math.floor(now() / MINUTE / DAY_MINUTES) + 1;

async function bookEachHour({ caller: { userId } }: BookingHost): Promise<void> {
  const claimed = Array.from({ length: HOURS }, (_, hour) => {
    const from = firstDay() * DAY_MINUTES + hour * 60;
    return { from, to: from + EVENT_MINUTES, owner: 1_000_000 + hour };
  });
  for (const operations of chunksOf(claimWrites(userId, { claimed }, new SeenItems()), MAX_OPERATIONS))
    await transact(operations);
}

/** Connects calendars with events at even distances in these minutes of each day. */
async function connectCalendars({ caller }: BookingHost, within: Range): Promise<void> {
  const from = firstDay() * DAY_MINUTES;
  const length = within.to - within.from;
  const step = (EVENT_DAYS * length) / EVENTS;
  for (let calendar = 0; calendar < CALENDARS; calendar += 1) {
    const { calendarId } = await connectPushed(caller);
    const busy = Array.from({ length: EVENTS }, (_, event) => {
      const passed = Math.floor(step * (event + calendar / CALENDARS));
      const start = from + Math.floor(passed / length) * DAY_MINUTES + within.from + (passed % length);
      return { start: instantOf(start), end: instantOf(start + EVENT_MINUTES) };
    });
    await pushBusy(caller, calendarId, {
      from: instantOf(from),
      to: instantOf(from + EVENT_DAYS * DAY_MINUTES),
      busy,
    });
  }
}
