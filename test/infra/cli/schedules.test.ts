import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { OPERATOR } from "#lib/caller.ts";
import { createSchedule } from "#lib/schedules/create.ts";
import { ScheduleCreate } from "#lib/schedules/input.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();
beforeEach(() => {
  useLocalDirectory(targetOf(aws().url));
});

test("schedules and their slots are listed", async () => {
  const email = "person@example.com";
  const created = await runJson(`users create --email ${email} --name Person --no-schedule`);
  const { user } = z.object({ user: z.object({ id: z.int() }) }).parse(created);
  const { id } = await createSchedule(OPERATOR, ScheduleCreate.parse({ name: "Work", userId: user.id }));
  expect(await runJson(`schedules list --user ${email}`)).toMatchObject({
    schedules: [{ id, isDefault: true }],
  });
  expect(await runJson(`schedules show ${id}`)).toMatchObject({
    schedule: { availability: [{ startTime: "09:00:00" }] },
  });
  const create = `event-types create --user ${email} --title T --length 60`;
  const { event_type } = z.object({ event_type: z.object({ id: z.int() }) }).parse(await runJson(create));
  const list = `slots list ${event_type.id} --from 2031-03-04 --to 2031-03-04T10:30:00Z`;
  expect(await runJson(list)).toMatchObject({
    slots: [
      { date: "2031-03-04", time: "2031-03-04T09:00:00.000Z" },
      { date: "2031-03-04", time: "2031-03-04T10:00:00.000Z" },
    ],
  });
  expect(await run(`slots list ${event_type.id} --from someday`)).toMatchObject({
    code: 2,
    err: expect.stringContaining("--from: must be a date and time"),
  });
});

test("a new user has working hours, and with --no-schedule no schedule", async () => {
  await runJson("users create --email ann@example.com --name Ann --time-zone Europe/Zurich");
  await runJson("users create --email ben@example.com --name Ben --no-schedule");
  expect(await runJson("schedules list --user ann@example.com")).toMatchObject({
    schedules: [{ name: "Working hours", timeZone: "Europe/Zurich", isDefault: true }],
  });
  expect(await runJson("schedules list --user ben@example.com")).toEqual({ schedules: [] });
});

test("a schedule is created once, and deleted", async () => {
  await runJson("users create --email host@example.com --name Host --no-schedule");
  const create =
    "schedules create --user host@example.com --name Work --time-zone UTC --hours 1,2=09:00-12:00 --hours 2=14:00-24:00 --override 2031-03-04=closed --if-missing";
  const created = await runJson(create);
  expect(created).toMatchObject({
    schedule: {
      ...{ name: "Work", timeZone: "UTC", isDefault: true },
      availability: [
        { days: [1, 2], startTime: "09:00:00", endTime: "12:00:00" },
        { days: [2], startTime: "14:00:00", endTime: "24:00:00" },
        { date: "2031-03-04", startTime: "00:00:00", endTime: "00:00:00" },
      ],
    },
  });
  expect(await runJson(create)).toEqual(created);
  const { schedule } = z.object({ schedule: z.object({ id: z.int() }) }).parse(created);
  await runJson(`schedules delete ${schedule.id} --dry-run`);
  await runJson(`schedules delete ${schedule.id}`);
  expect(await runJson("schedules list --user host@example.com")).toEqual({ schedules: [] });
});

test.each([
  ["--hours 1=nine-five", "--hours"],
  ["--hours 8=09:00-10:00", "--hours"],
  ["--hours 1=10:00-09:00", "--hours: must be after startTime"],
  ["--override 2031-02-30=closed", "--override"],
  ["--time-zone Nowhere", "--time-zone"],
])("a schedule is not created with %s", async (options, message) => {
  const { code, err } = await run(`schedules create --user host@example.com --name Work ${options}`);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

test("event types are listed by slug and by team", async () => {
  const email = "member@example.com";
  await runJson(`users create --email ${email} --name Member`);
  await runJson("teams create --name Team --slug team");
  await runJson(`members add --team team --user ${email} --accepted`);
  await runJson(`event-types create --user ${email} --title One --length 30 --team team`);
  await runJson(`event-types create --user ${email} --title Two --length 30`);
  for (const [filter, slug] of [
    ["--team team", "one"],
    ["--slug two", "two"],
    [`--slug one --team team --user ${email}`, "one"],
  ])
    expect(await runJson(`event-types list ${filter}`)).toEqual({
      event_types: [expect.objectContaining({ slug })],
    });
});
