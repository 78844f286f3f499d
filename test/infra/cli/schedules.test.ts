import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { OPERATOR } from "#lib/caller.ts";
import { createSchedule } from "#lib/schedules/create.ts";
import { ScheduleCreate } from "#lib/schedules/input.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line.ts";
import { useLocalTable } from "#test/support/local-table.ts";

const aws = useLocalTable();
beforeEach(() => {
  useLocalDirectory(targetOf(aws().url));
});

test("schedules and the slots that follow from them are listed", async () => {
  const email = "person@example.com";
  const created = await runJson(`users create --email ${email} --name Person`);
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
