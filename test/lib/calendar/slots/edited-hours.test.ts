import { beforeEach, describe, expect, it } from "vitest";
import { findBookable } from "#lib/calendar/event-types/get-bookable.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { bookingRequest, makeEventType, makeHost, makeSchedule } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
const NOW = Date.parse("2031-03-03T12:00:00Z");
let time = NOW;
beforeEach(() => {
  time = NOW;
  setClock(() => time);
});

const at = (hour: string) => `2031-03-04T${hour}:00.000Z`;
const [MORNING, EVENING] = [at("09:00"), at("18:00")];
const tuesday = (startTime: string, endTime: string) => [{ days: [2], startTime, endTime }];
const to = ({ id }: { id: number }, body: object) => ({ path: { id: String(id) }, body });

/** An event type that is open on Tuesday mornings, with a booking a week later. */
async function makeMornings() {
  const host = await makeHost();
  const schedule = await makeSchedule(host, { timeZone: "UTC", availability: tuesday("09:00", "10:00") });
  const eventType = await makeEventType(host, { length: 60, minimumBookingNotice: 60 });
  const later = { start: "2031-03-11T09:00:00Z" };
  const { json } = await callEndpoint("bookings.create", host, { body: bookingRequest(eventType.id, later) });
  return { host, schedule, eventType, booking: { id: Number(json["id"]) } };
}
type Mornings = Awaited<ReturnType<typeof makeMornings>>;

const EDITS: [string, (host: Caller, made: Mornings) => Promise<unknown>][] = [
  [
    "weekly hours are replaced",
    (host, { schedule }) =>
      callEndpoint("schedules.update", host, to(schedule, { availability: tuesday("18:00", "19:00") })),
  ],
  [
    "a date is overridden",
    (host, { schedule }) => {
      const override = { date: "2031-03-04", slots: [{ start: "18:00", end: "19:00" }] };
      return callEndpoint("schedules.update", host, to(schedule, { overrides: [override] }));
    },
  ],
  [
    "an entry is changed",
    (host, { schedule }) => {
      const id = schedule.entries[0]?.id ?? 0;
      const body = { startTime: "18:00", endTime: "19:00" };
      return callEndpoint("availabilities.update", host, to({ id }, body));
    },
  ],
  [
    "the time zone is changed",
    (host, { schedule }) =>
      callEndpoint(
        "schedules.update",
        host,
        to(schedule, { timeZone: "Pacific/Marquesas", availability: tuesday("08:30", "09:30") }),
      ),
  ],
  [
    "another schedule becomes the default",
    async (host) => {
      const fields = { isDefault: true, timeZone: "UTC", availability: tuesday("18:00", "19:00") };
      return makeSchedule(host, fields);
    },
  ],
  [
    "the event type names another schedule",
    async (host, { eventType }) => {
      const fields = { timeZone: "UTC", availability: tuesday("18:00", "19:00") };
      const { id: scheduleId } = await makeSchedule(host, fields);
      return callEndpoint("event-types.update", host, to(eventType, { scheduleId }));
    },
  ],
];

const listed = async (host: Caller, eventTypeId: number): Promise<string[]> => {
  const query = { eventTypeId, startTime: "2031-03-04", endTime: "2031-03-05" };
  const { json } = await callEndpoint("slots.list", host, { query });
  return Object.values(Object(json["slots"])).flatMap((slots) =>
    Array.from(Object(slots), (slot) => Object(slot).time),
  );
};

describe.each(EDITS)("after %s", (_, edit) => {
  it("the slots are right within 5 seconds, and exactly these can be booked", async () => {
    const made = await makeMornings();
    const { host, eventType, booking } = made;
    expect(await listed(host, eventType.id)).toEqual([MORNING]);
    await edit(host, made);
    time += 5_000;
    expect(await listed(host, eventType.id)).toEqual([EVENING]);
    const { id: eventTypeId } = eventType;
    for (const attempt of [
      callEndpoint("bookings.create", host, { body: bookingRequest(eventTypeId, { start: MORNING }) }),
      callEndpoint("reservations.create", host, { body: { eventTypeId, start: MORNING } }),
      callEndpoint("bookings.update", host, to(booking, { start: MORNING, end: at("10:00") })),
    ])
      expect(await attempt).toMatchObject({
        status: 409,
        json: { rule: "hours", nextSlots: expect.arrayContaining([EVENING]) },
      });
    const body = bookingRequest(eventTypeId, { start: EVENING });
    expect(await callEndpoint("bookings.create", host, { body })).toMatchObject({ status: 200 });
    expect(await listed(host, eventType.id)).toEqual([]);
  });
});

it("an edit during the read of the hours also applies within 5 seconds", async () => {
  const { host, schedule, eventType } = await makeMornings();
  time += 10_000;
  const startedAt = time;
  const reading = findBookable(host.userId, eventType.id);
  time += 1_000;
  await reading;
  await callEndpoint("schedules.update", host, to(schedule, { availability: [] }));
  time = startedAt + 5_000;
  expect((await findBookable(host.userId, eventType.id))?.hours?.entries).toEqual([]);
});
