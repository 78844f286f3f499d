import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { createSchedule } from "#lib/calendar/schedules/create.ts";
import { ScheduleCreate } from "#lib/calendar/schedules/input.ts";
import { OPERATOR } from "#lib/caller.ts";
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
  const list = `slots list --event-type-id ${event_type.id} --end-time 2031-03-04T10:30:00Z`;
  expect(await runJson(`${list} --start-time 2031-03-04`)).toMatchObject({
    slots: { "2031-03-04": [{ time: "2031-03-04T09:00:00.000Z" }, { time: "2031-03-04T10:00:00.000Z" }] },
  });
  expect(await run(`${list} --start-time someday`)).toMatchObject({
    code: 2,
    err: expect.stringContaining("--start-time: "),
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

test("a schedule is created and deleted", async () => {
  await runJson("users create --email host@example.com --name Host --no-schedule");
  const create =
    "schedules create --user host@example.com --name Work --time-zone UTC " +
    `--availability '[{"days":[1,2],"startTime":"09:00","endTime":"12:00"},{"days":[2],"startTime":"14:00","endTime":"24:00"}]' ` +
    `--overrides '[{"date":"2031-03-04","slots":[]}]'`;
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
  const { schedule } = z.object({ schedule: z.object({ id: z.int() }) }).parse(created);
  await runJson(`schedules delete ${schedule.id} --dry-run`);
  await runJson(`schedules delete ${schedule.id}`);
  expect(await runJson("schedules list --user host@example.com")).toEqual({ schedules: [] });
});

test.each([
  ["--availability nine-five", "--availability"],
  [`--availability '[{"days":[8],"startTime":"09:00","endTime":"10:00"}]'`, "--availability"],
  [`--availability '[{"days":[1],"startTime":"10:00","endTime":"09:00"}]'`, "must be after startTime"],
  [`--overrides '[{"date":"2031-02-30","slots":[]}]'`, "--overrides"],
  ["--time-zone Nowhere", "--time-zone"],
])("a schedule is not created with %s", async (options, message) => {
  await runJson("users create --email host@example.com --name Host --if-missing");
  const { code, err } = await run(`schedules create --user host@example.com --name Work ${options}`);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

test("event types are listed by slug and by team", async () => {
  const email = "member@example.com";
  await runJson(`users create --email ${email} --name Member`);
  await runJson("teams create --name Team --slug team");
  await runJson(`memberships create --team team --user ${email} --accepted`);
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
