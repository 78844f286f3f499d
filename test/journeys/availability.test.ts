import { beforeAll, describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import {
  bookingRequest,
  makeKey,
  makeUserWithKey,
  type UserWithKey,
} from "#test/support/builders/builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { makeBerlinHost, sendAs, timesIn } from "#test/support/calls/berlin-host.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";

const cloud = useSharedCloud();
const send = sendAs(cloud);

const DAY = "startTime=2031-03-04&endTime=2031-03-05";
const pointersOf = ({ json }: ApiResponse): string[] =>
  Array.from(Object(json["errors"]), (error) => Object(error).pointer);

describe("bad input", () => {
  let host: UserWithKey;
  let scheduleId: number;
  beforeAll(async () => ({ host, scheduleId } = await makeBerlinHost(send)));
  it.each([
    ["#/timeZone", "POST /schedules", { name: "Work", timeZone: "Mars/Olympus" }],
    [
      "#/availability/0/endTime",
      "POST /schedules",
      { name: "Work", availability: [{ days: [1], startTime: "17:00", endTime: "09:00" }] },
    ],
    [
      "#/availability/0/endTime",
      "POST /schedules",
      { name: "Work", availability: [{ days: [1], startTime: "17:00", endTime: "24:01" }] },
    ],
    [
      "#/overrides/0/date",
      "POST /schedules",
      { name: "Work", overrides: [{ date: "2031-02-30", slots: [] }] },
    ],
    ["#/days/0", "POST /availabilities", { scheduleId: 1, days: [8], startTime: "09:00", endTime: "10:00" }],
    ["#/days", "POST /availabilities", { scheduleId: 1, startTime: "09:00", endTime: "10:00" }],
    ["#/query/timeZone", `GET /slots?${DAY}&eventTypeId=1&timeZone=Nowhere`, undefined],
    ["#/query/endTime", "GET /slots?startTime=2031-03-04&endTime=2031-03-04&eventTypeId=1", undefined],
    [
      "#/query/endTime",
      "GET /slots?startTime=2031-01-01&endTime=2031-04-04T00:00:01Z&eventTypeId=1",
      undefined,
    ],
    ["#/query/startTime", "GET /slots?endTime=2031-03-04&eventTypeId=1", undefined],
    ["#/query/eventTypeId", `GET /slots?${DAY}&username=fay`, undefined],
    ["#/query/userId", "GET /availability?dateFrom=2031-03-04&dateTo=2031-03-05", undefined],
    [
      "#/ttlMinutes",
      "POST /slots/reserve",
      { eventTypeId: 1, start: "2031-03-04T09:00:00Z", ttlMinutes: 61 },
    ],
    ["#/ttlMinutes", "POST /slots/reserve", { eventTypeId: 1, start: "2031-03-04T09:00:00Z", ttlMinutes: 0 }],
    ["#/start", "POST /slots/reserve", { eventTypeId: 1 }],
  ])("is rejected with 400 at %s: %s %j", async (pointer, request, body) => {
    const answer = await send(host, request, body);
    expect([answer.status, pointersOf(answer)]).toEqual([400, [pointer]]);
  });

  it("is rejected with 404 if it names a missing resource or another user's", async () => {
    const other = await makeUserWithKey();
    const entry = { scheduleId, days: [1], startTime: "09:00", endTime: "10:00" };
    for (const [request, body] of [
      ["POST /availabilities", entry],
      [`GET /slots?${DAY}&eventTypeId=999999999`, undefined],
      ["POST /slots/reserve", { eventTypeId: 999_999_999, start: "2031-03-04T09:00:00Z" }],
      ["DELETE /slots/reserve/nothing", undefined],
    ] as const)
      expect(await send(other, request, body), request).toMatchObject({ status: 404 });
  });
});

describe("a reservation", () => {
  it("blocks its slot for requests without its uid, and becomes a booking with it", async () => {
    const [{ host, eventType }, other] = [await makeBerlinHost(send), await makeUserWithKey()];
    const { id: eventTypeId } = eventType;
    const start = "2031-03-04T08:00:00.000Z";
    const before = Date.now();
    const reserved = await send(other, "POST /slots/reserve", {
      eventTypeId,
      slotUtcStartDate: start,
      duration: 30,
    });
    const { uid, until, ...times } = Object(reserved.json["reservation"]);
    expect(times).toEqual({ eventTypeId, start, end: "2031-03-04T08:30:00.000Z" });
    const minutes = (Date.parse(until) - before) / 60_000;
    expect(Math.round(minutes)).toBe(5);
    for (const caller of [host, other])
      expect(await send(caller, "POST /bookings", bookingRequest(eventTypeId, { start }))).toMatchObject({
        status: 409,
        json: {
          code: "no_available_users_found_error",
          rule: "busy",
          nextSlots: ["08:30", "09:00", "09:30"].map((time) => `2031-03-04T${time}:00.000Z`),
        },
      });
    const slots = `GET /slots?${DAY}&eventTypeId=${eventTypeId}`;
    expect(timesIn(await send(host, slots))).not.toContain(start);
    expect(timesIn(await send(host, `${slots}&reservationUid=${uid}`))).toContain(start);
    const booking = bookingRequest(eventTypeId, { start, reservationUid: uid });
    expect(await send(host, "POST /bookings", booking)).toMatchObject({ status: 200 });
    expect(await send(other, `DELETE /slots/reserve/${uid}`)).toMatchObject({ status: 404 });
  });

  it("is rejected where the host is closed, with the next slots", async () => {
    const { host, eventType } = await makeBerlinHost(send);
    const body = { eventTypeId: eventType.id, start: "2031-03-04T12:00:00Z" };
    expect(await send(host, "POST /slots/reserve", body)).toMatchObject({
      status: 409,
      json: {
        rule: "hours",
        nextSlots: ["08:00", "08:30", "09:00"].map((time) => `2031-03-11T${time}:00.000Z`),
      },
    });
  });
});

/** Creates a user with a username. */
async function makeNamed(username: string): Promise<UserWithKey> {
  const fields = { email: `${username}@example.com`, name: username, username };
  const { id } = await createUser(OPERATOR, UserCreate.parse(fields));
  const caller = { userId: id, role: "USER", scopes: "all", credentialId: "key" } as const;
  return { caller, key: (await makeKey(caller)).key };
}

it("users and teams can be read by permitted callers, by id, username, event type and team", async () => {
  const username = "berliner";
  const [{ host, eventType }, colleague, stranger] = [
    await makeBerlinHost(send, await makeNamed(username)),
    await makeUserWithKey(),
    await makeUserWithKey(),
  ];
  const team = await makeTeam();
  for (const { caller } of [host, colleague]) await addMember(team, caller, { role: "ADMIN" });
  const { userId } = host.caller;
  await send(host, "POST /bookings", bookingRequest(eventType.id, { start: "2031-03-04T08:00:00Z" }));
  const busy = { start: "2031-03-04T08:00:00.000Z", end: "2031-03-04T08:30:00.000Z" };
  const range = "dateFrom=2031-03-04&dateTo=2031-03-05";
  for (const request of [
    `GET /availability?username=${username}&${range}`,
    `GET /availability?userId=${userId}&${range}`,
    `GET /availability?eventTypeId=${eventType.id}&${range}`,
    `GET /users/${userId}/availability?startTime=2031-03-04&endTime=2031-03-05`,
    `GET /users/${username}/availability?${range}`,
  ]) {
    expect((await send(host, request)).json["busy"], request).toMatchObject([
      { ...busy, title: expect.any(String) },
    ]);
    expect((await send(colleague, request)).json["busy"], request).toEqual([busy]);
    expect(await send(stranger, request), request).toMatchObject({ status: 404 });
  }
  for (const request of [
    `GET /teams/${team.id}/availability?${range}`,
    `GET /availability?teamId=${team.id}&${range}`,
  ]) {
    const { json } = await send(colleague, request);
    const own = Object.values(json).find((member) => Object(member).userId === userId);
    expect(own).toMatchObject({
      availability: { busy: [busy], dateRanges: [{ start: busy.start, end: "2031-03-04T10:00:00.000Z" }] },
    });
    expect(await send(stranger, request), request).toMatchObject({ status: 404 });
  }
  expect((await send(host, "GET /users")).json["users"]).toMatchObject([{ id: userId }]);
  expect((await send(host, "GET /teams")).json["teams"]).toMatchObject([{ id: team.id }]);
  expect(await send(stranger, `GET /teams/${team.id}`)).toMatchObject({ status: 404 });
  expect(await send(host, "GET /teams/some-slug")).toMatchObject({ status: 400 });
});
