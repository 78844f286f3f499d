import { describe, expect, it } from "vitest";
import { makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { idOf, makeBerlinHost, sendAs, timesIn } from "#test/support/calls/berlin-host.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();
const send = sendAs(cloud);

/** The slots of a Tuesday. */
const SLOTS = "GET /slots?startTime=2031-03-04&endTime=2031-03-05";

describe("a schedule", () => {
  it("has the hours of its creation, in which slots are offered", async () => {
    const { host, eventType } = await makeBerlinHost(send);
    const answer = await send(host, `${SLOTS}&eventTypeId=${eventType.id}`);
    expect(answer.headers["cache-control"]).toBe("private, max-age=0");
    expect(answer.json).toEqual({
      slots: {
        "2031-03-04": ["08:00", "08:30", "09:00", "09:30"].map((time) => ({
          time: `2031-03-04T${time}:00.000Z`,
        })),
      },
    });
  });

  it("has office hours without `availability`, and no hours with an empty one", async () => {
    const host = await makeUserWithKey();
    const { id } = await makeEventType(host.caller);
    const sunday = `GET /slots?startTime=2031-03-02&endTime=2031-03-03&eventTypeId=${id}`;
    expect(timesIn(await send(host, sunday))).toHaveLength(48);
    const office = await send(host, "POST /schedules", { name: "Work" });
    expect(Object(office.json["schedule"]).availability).toMatchObject([
      { days: [1, 2, 3, 4, 5], startTime: "09:00:00", endTime: "17:00:00", date: null, eventTypeId: null },
    ]);
    const closed = await send(host, "POST /schedules", { name: "Never", availability: [] });
    const never = await makeEventType(host.caller, { scheduleId: idOf(closed, "schedule") });
    expect(
      (await send(host, `${SLOTS.replace("slots", "slots/available")}&eventTypeId=${never.id}`)).json,
    ).toEqual({
      slots: {},
    });
  });

  it("is closed on dates of its own time zone, for callers in any time zone", async () => {
    const { host, scheduleId, eventType } = await makeBerlinHost(send);
    const availability = [{ days: [0, 1, 2, 3, 4, 5, 6], startTime: "00:00", endTime: "24:00" }];
    const overrides = [{ date: "2031-03-04", timeSlots: [] }];
    await send(host, `PATCH /schedules/${scheduleId}`, { availability, overrides });
    // From 23:00 UTC on, the day before.
    const [from, to] = [Date.parse("2031-03-03T23:00Z"), Date.parse("2031-03-04T23:00Z")];
    const other = await makeEventType(host.caller, { scheduleId });
    for (const timeZone of ["Europe/Berlin", "Pacific/Auckland", "Pacific/Honolulu", "UTC"]) {
      const query = `startTime=2031-03-02&endTime=2031-03-07&eventTypeId=${other.id}&timeZone=${timeZone}`;
      const times = timesIn(await send(host, `GET /slots?${query}`)).map(Date.parse);
      expect(times, timeZone).toHaveLength(4 * 48);
      expect(
        times.filter((time) => time >= from && time < to),
        timeZone,
      ).toEqual([]);
    }
    expect(eventType.scheduleId).toBeNull();
  });

  it("can't be deleted while an event type uses it; the oldest remaining one becomes the default", async () => {
    const { host, scheduleId } = await makeBerlinHost(send);
    const second = idOf(await send(host, "POST /schedules", { name: "Second" }), "schedule");
    const eventType = await makeEventType(host.caller, { scheduleId });
    expect(await send(host, `DELETE /schedules/${scheduleId}`)).toMatchObject({ status: 409 });
    await send(host, `DELETE /event-types/${eventType.id}`);
    expect(await send(host, `DELETE /schedules/${scheduleId}`)).toMatchObject({ status: 200 });
    const { json } = await send(host, "GET /schedules");
    expect(json["schedules"]).toMatchObject([{ id: second, isDefault: true }]);
  });

  it("can be accessed by its user and system admins only", async () => {
    const [{ host, scheduleId }, other, admin] = [
      await makeBerlinHost(send),
      await makeUserWithKey(),
      await makeUserWithKey("ADMIN"),
    ];
    const { userId } = host.caller;
    expect((await send(admin, `GET /schedules?userId=${userId}`)).json["schedules"]).toMatchObject([
      { id: scheduleId },
    ]);
    expect(await send(other, `GET /schedules?userId=${userId}`)).toMatchObject({ status: 403 });
    expect(await send(other, "POST /schedules", { name: "Theirs", userId })).toMatchObject({ status: 403 });
    expect(await send(other, `PATCH /schedules/${scheduleId}`, { name: "Theirs" })).toMatchObject({
      status: 404,
    });
    const eventType = { title: "Call", length: 30, scheduleId };
    expect((await send(other, "POST /event-types", eventType)).json["errors"]).toMatchObject([
      { pointer: "#/scheduleId" },
    ]);
  });
});

describe("an availability entry", () => {
  it.each([
    ["as times of day", { days: [7], startTime: "10:00", endTime: "24:00" }],
    ["with seconds", { days: [0], startTime: "10:00:00", endTime: "23:59:59" }],
    [
      "as instants",
      { days: [0], startTime: "1970-01-01T10:00:00.000Z", endTime: "1970-01-01T23:59:00.000Z" },
    ],
  ])("is created with times %s", async (_, times) => {
    const { host, scheduleId } = await makeBerlinHost(send);
    const { json } = await send(host, "POST /availabilities", { scheduleId, ...times });
    expect(json["availability"]).toMatchObject({
      ...{ scheduleId, eventTypeId: null, days: [0], startTime: "10:00:00", endTime: "24:00:00", date: null },
      Schedule: { userId: host.caller.userId },
    });
  });

  it("keeps its id when the schedule is changed, and can be deleted", async () => {
    const { host, scheduleId } = await makeBerlinHost(send);
    const created = await send(host, "POST /availabilities", {
      scheduleId,
      days: [3],
      startTime: "09:00",
      endTime: "11:00",
    });
    const path = `/availabilities/${idOf(created, "availability")}`;
    await send(host, `PATCH /schedules/${scheduleId}`, {
      name: "Other",
      overrides: [{ date: "2031-03-05", slots: [] }],
    });
    expect(await send(host, `PATCH ${path}`, { endTime: "12:00" })).toMatchObject({ status: 200 });
    expect((await send(host, `GET ${path}`)).json["availability"]).toMatchObject({
      days: [3],
      endTime: "12:00:00",
    });
    expect(await send(host, `DELETE ${path}`)).toMatchObject({ status: 200 });
    expect(await send(host, `GET ${path}`)).toMatchObject({ status: 404 });
  });
});
