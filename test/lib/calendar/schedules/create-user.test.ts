import { describe, expect, it } from "vitest";
import { createUserWithSchedule } from "#lib/calendar/schedules/create.ts";
import { listSchedulesOfUser } from "#lib/calendar/schedules/list.ts";
import { OPERATOR } from "#lib/caller.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { getUser } from "#lib/identity/users/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { stopAfterWrites } from "#test/support/cloud/stop-after-writes.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

useLocalTable();

const create = (fields: Record<string, unknown>) =>
  createUserWithSchedule(OPERATOR, UserCreate.parse({ name: "Ann Arbor", ...fields }));

const countSchedules = async () =>
  (await scanTable()).filter(({ entity }) => entity === "schedule" || entity === "schedule-locator").length;

describe("a user who is created with a schedule", () => {
  it("has working hours in their time zone, as their default", async () => {
    const { id } = await create({ email: "ann@example.com", timeZone: "Europe/Zurich" });
    const user = { ...(await makeHost()), userId: id };
    const { json } = await callEndpoint("schedules.list", user);
    expect(json).toMatchObject({
      schedules: [
        {
          ...{ name: "Working hours", timeZone: "Europe/Zurich", isDefault: true },
          availability: [{ days: [1, 2, 3, 4, 5], startTime: "09:00:00", endTime: "17:00:00" }],
        },
      ],
    });
  });

  it("is written with it at once: nothing else is called after the first write", async () => {
    await create({ email: "first@example.com" });
    const email = "second@example.com";
    expect(await stopAfterWrites(1, () => create({ email }))).toBe(false);
    const { id } = await getUser(OPERATOR, { email });
    expect(await listSchedulesOfUser(id)).toHaveLength(1);
  });

  it("leaves no schedule if the email address is in use", async () => {
    await create({ email: "taken@example.com" });
    const before = await countSchedules();
    await expect(create({ email: "Taken@example.com" })).rejects.toMatchObject({ code: "conflict" });
    expect(await countSchedules()).toBe(before);
  });

  it("can only be created by the operator", async () => {
    const input = UserCreate.parse({ email: "eve@example.com", name: "Eve" });
    await expect(createUserWithSchedule(await makeHost(), input)).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
