import { describe, expect, it } from "vitest";
import { createSchedule } from "#lib/calendar/schedules/create.ts";
import { deleteSchedule } from "#lib/calendar/schedules/delete.ts";
import { ScheduleCreate, ScheduleUpdate } from "#lib/calendar/schedules/input.ts";
import { listSchedules } from "#lib/calendar/schedules/list.ts";
import { updateSchedule } from "#lib/calendar/schedules/update.ts";
import type { Caller } from "#lib/caller.ts";
import { getProfile } from "#lib/identity/users/read.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const create = (caller: Caller, fields: Record<string, unknown> = {}) =>
  createSchedule(caller, ScheduleCreate.parse({ name: "Work", ...fields }));
const update = (caller: Caller, id: number, changes: Record<string, unknown>) =>
  updateSchedule(caller, { id }, ScheduleUpdate.parse(changes));
const listAll = (caller: Caller, filter: { userId?: number } = {}) =>
  readWholeList(listSchedules(caller, filter));

/** The ids of a user's schedules with `isDefault`, and the default of the profile. */
const defaults = async (caller: Caller) => ({
  schedules: (await listAll(caller, { userId: caller.userId })).flatMap(({ id, isDefault }) =>
    isDefault ? [id] : [],
  ),
  profile: (await getProfile(caller)).defaultScheduleId,
});
describe("the default schedule", () => {
  it("is the first of a user, also if several are created concurrently", async () => {
    const host = await makeHost();
    await Promise.all([create(host), create(host, { isDefault: false }), create(host)]);
    const { schedules, profile } = await defaults(host);
    expect(schedules).toEqual([profile]);
  });

  it("changes when another is created or updated as the default", async () => {
    const host = await makeHost();
    const [first, second] = [await create(host), await create(host, { isDefault: true })];
    expect(await defaults(host)).toEqual({ schedules: [second.id], profile: second.id });
    await update(host, first.id, { isDefault: true });
    expect(await defaults(host)).toEqual({ schedules: [first.id], profile: first.id });
  });

  it("can't be unset, only replaced", async () => {
    const host = await makeHost();
    const [{ id }, other] = [await create(host), await create(host)];
    await expect(update(host, id, { isDefault: false })).rejects.toMatchObject({
      errors: [expect.objectContaining({ pointer: "#/isDefault" })],
    });
    expect(await update(host, other.id, { isDefault: false })).toMatchObject({ isDefault: false });
  });

  it("is the oldest remaining one after the default is deleted, and none after the last one", async () => {
    const host = await makeHost();
    const [first, second, third] = [await create(host), await create(host), await create(host)];
    await update(host, third.id, { isDefault: true });
    await deleteSchedule(host, { id: third.id });
    expect(await defaults(host)).toEqual({ schedules: [first.id], profile: first.id });
    await deleteSchedule(host, { id: second.id });
    await deleteSchedule(host, { id: first.id });
    expect(await defaults(host)).toEqual({ schedules: [], profile: null });
  });

  it("exists after concurrent creates, deletes and changes of the default", async () => {
    const host = await makeHost();
    const [first, second] = [await create(host), await create(host)];
    await Promise.allSettled([
      deleteSchedule(host, { id: first.id }),
      update(host, second.id, { isDefault: true }),
      create(host),
      create(host, { isDefault: true }),
    ]);
    const { schedules, profile } = await defaults(host);
    expect(schedules).toEqual([profile]);
  });
});

describe("the default schedule after concurrent changes", () => {
  const makeThree = async () => {
    const host = await makeHost();
    const [first, second, third] = [await create(host), await create(host), await create(host)];
    return { host, first, second, third };
  };

  it.each([
    ["the default and the one after it are deleted", ["delete first", "delete second"]],
    ["one is deleted and made the default", ["delete second", "default second"]],
    ["the default is deleted and another one made the default", ["delete first", "default third"]],
    ["two are made the default", ["default second", "default third"]],
    ["all are deleted", ["delete first", "delete second", "delete third"]],
    ["the last one is deleted and one created", ["delete first", "delete second", "delete third", "create"]],
  ] as const)("exists after: %s", async (_, commands) => {
    for (let round = 0; round < 3; round += 1) {
      const { host, ...made } = await makeThree();
      const act = (command: string) => {
        const id = Object(made)[command.split(" ")[1] ?? ""]?.id;
        if (command === "create") return create(host);
        return command.startsWith("delete")
          ? deleteSchedule(host, { id })
          : update(host, id, { isDefault: true });
      };
      await Promise.allSettled(commands.map(act));
      const remaining = await listAll(host);
      const { schedules, profile } = await defaults(host);
      expect(schedules).toEqual(remaining.length === 0 ? [] : [profile]);
      expect(remaining.length === 0).toBe(profile === null);
    }
  });

  it("changes the entity tag of both schedules", async () => {
    const { host, first, second } = await makeThree();
    const tagOf = async (id: number) =>
      (await callEndpoint("schedules.get", host, { path: { id: String(id) } })).headers["ETag"];
    const before = [await tagOf(first.id), await tagOf(second.id)];
    await update(host, second.id, { isDefault: true });
    expect(await tagOf(first.id)).not.toBe(before[0]);
    expect(await tagOf(second.id)).not.toBe(before[1]);
  });
});
