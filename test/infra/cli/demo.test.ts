import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { Demo, seedDemo } from "#infra/cli/demo.ts";
import { createDemoFile } from "#infra/cli/demo-file.ts";
import { seedTeam, seedUser } from "#infra/cli/demo-steps.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import { PaymentItem } from "#lib/bookings/payments/entity.ts";
import { listEventTypes } from "#lib/calendar/event-types/list.ts";
import { listCalendars } from "#lib/calendar/external/list.ts";
import { listSchedulesOfUser } from "#lib/calendar/schedules/list.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { hashApiKey } from "#lib/identity/api-keys/secret.ts";
import { ApiKeyItem } from "#lib/identity/credentials/api-key-entity.ts";
import { isLive } from "#lib/identity/credentials/live-credentials.ts";
import { listMemberships } from "#lib/identity/memberships/read.ts";
import { listOAuthClients } from "#lib/identity/oauth/clients.ts";
import { listTeams } from "#lib/identity/teams/read.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { matchesPassword } from "#lib/identity/users/password.ts";
import { findUserWithEmail, listUsers } from "#lib/identity/users/read.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();
const seed = () => seedDemo(targetOf(aws().url));

const counts = async () => ({
  users: (await listUsers(OPERATOR)).length,
  teams: (await listTeams(OPERATOR)).length,
  eventTypes: (await readWholeList(listEventTypes(OPERATOR, { userId: undefined }))).length,
  clients: (await listOAuthClients(OPERATOR)).length,
});

const isUsable = async (key: string): Promise<boolean> => {
  const item = await findItem(ApiKeyItem, { hash: hashApiKey(key) });
  return item !== undefined && isLive(item);
};

test("an interrupted demo is completed, and its data exists", async () => {
  await Promise.all([seedUser("alice"), seedTeam("crew")]);
  const { baseUrl, users, teams, eventTypes, oauthClients } = await seed();
  expect(baseUrl).toBe("http://localhost:3000/v1");
  expect(await counts()).toEqual({ users: 9, teams: 3, eventTypes: 10, clients: 2 });
  expect(users.root.role).toBe("ADMIN");
  const { passwordHash } = (await findUserWithEmail(users.alice.email)) ?? {};
  expect(await matchesPassword(users.alice.password, passwordHash ?? "")).toBe(true);
  for (const { apiKey } of Object.values(users)) expect(await isUsable(apiKey)).toBe(true);
  const inCrew = await readList(listMemberships(OPERATOR, { teamId: teams.crew.id }));
  expect(inCrew.map(({ userId, role }) => [userId, role])).toEqual(
    expect.arrayContaining([
      [users.alice.id, "MEMBER"],
      [users.bob.id, "OWNER"],
    ]),
  );
  const inOrg = await readList(listMemberships(OPERATOR, { teamId: teams.org.id }));
  expect(inOrg.find(({ userId }) => userId === users.alice.id)).toMatchObject({ accepted: false });
  expect(inOrg.find(({ userId }) => userId === users.carol.id)).toMatchObject({
    role: "ADMIN",
    accepted: true,
    team: { isOrganization: true },
  });
  const ofAlice = await readWholeList(listEventTypes(OPERATOR, { userId: users.alice.id }));
  expect(ofAlice.find(({ id }) => id === eventTypes.seats30.id)).toMatchObject({ seatsPerTimeSlot: 3 });
  expect(ofAlice.find(({ id }) => id === eventTypes.confirm30.id)).toMatchObject({
    requiresConfirmation: true,
  });
  expect(oauthClients.confidential.clientSecret).toMatch(/^[0-9a-f]{64}$/);
  expect(oauthClients.public.clientSecret).toBeNull();
  for (const { scopes } of await listOAuthClients(OPERATOR))
    expect(scopes).toEqual(expect.arrayContaining(["READ_CALENDAR", "WRITE_CALENDAR"]));
});

test("a second demo only replaces the API keys", async () => {
  const [first, before] = [await seed(), await counts()];
  const second = await seed();
  expect(await counts()).toEqual(before);
  const ids = ({ users, teams, eventTypes, calendars }: Demo) => [
    users.erin.id,
    teams,
    eventTypes,
    calendars,
  ];
  expect(ids(second)).toEqual(ids(first));
  expect(await isUsable(first.users.bob.apiKey)).toBe(false);
  expect(await isUsable(second.users.bob.apiKey)).toBe(true);
  const { alice } = second.users;
  const payment = { amount: 5000, currency: "USD", success: true, refunded: false };
  expect(await queryAll(BookingItem, { userId: alice.id })).toMatchObject([
    { paid: true, payment: [payment] },
  ]);
  expect(await queryAll(PaymentItem, { userId: alice.id })).toMatchObject([{ appId: "stripe", ...payment }]);
});

test("a file that matches the service is not changed, and a missing one is written again", async () => {
  const file = join(useLocalDirectory(), "demo.json");
  const target = targetOf(aws().url);
  const first = await createDemoFile(target, file);
  expect(first.isNew).toBe(true);
  expect(Demo.parse(JSON.parse(readFileSync(file, "utf8")))).toEqual(first.demo);
  expect(await createDemoFile(target, file)).toEqual({ demo: first.demo, isNew: false });
  rmSync(file);
  expect((await createDemoFile(target, file)).isNew).toBe(true);
  // The users of another stack can have the same ids.
  const other = { ...target, baseUrl: "https://other.example.com/v1" };
  expect(await createDemoFile(other, file)).toMatchObject({ demo: { baseUrl: other.baseUrl }, isNew: true });
  expect((await createDemoFile(target, file)).isNew).toBe(true);
  // A file of an earlier version has fewer users.
  const { fay: _, ...users } = first.demo.users;
  writeFileSync(file, JSON.stringify({ ...first.demo, users }));
  expect((await createDemoFile(target, file)).isNew).toBe(true);
});

test("a file whose API keys were replaced is written again", async () => {
  const file = join(useLocalDirectory(), "demo.json");
  const target = targetOf(aws().url);
  await createDemoFile(target, file);
  await createDemoFile(target, `${file}.other`);
  const { demo, isNew } = await createDemoFile(target, file);
  expect(isNew).toBe(true);
  expect(await isUsable(demo.users.alice.apiKey)).toBe(true);
});

test("a file that can't be written replaces no API keys", async () => {
  const { users } = await seed();
  const file = join(useLocalDirectory(), "missing", "demo.json");
  await expect(createDemoFile(targetOf(aws().url), file)).rejects.toThrow("ENOENT");
  expect(await isUsable(users.alice.apiKey)).toBe(true);
});

test("each user of the demo has one schedule; all but three are open at all hours, also over midnight", async () => {
  const { users, eventTypes } = await seed();
  const lists = await Promise.all(Object.values(users).map(({ id }) => listSchedulesOfUser(id)));
  expect(lists.map((list) => list.map(({ name }) => name)).toSorted()).toEqual([
    ...Array(6).fill(["Any time"]),
    ...Array(3).fill(["Working hours"]),
  ]);
  const body = {
    eventTypeId: eventTypes.alice60.id,
    start: "2031-03-01T23:30:00Z",
    responses: { name: "Ned Night", email: "ned@example.com" },
  };
  const alice: Caller = { userId: users.alice.id, role: "USER", scopes: "all", credentialId: "key-1" };
  expect(await callEndpoint("bookings.create", alice, { body })).toMatchObject({ status: 200 });
});

test("Fay of the demo has a schedule with a lunch break and an override, and no second one after another run", async () => {
  const { users } = await seed();
  await seed();
  const schedules = await listSchedulesOfUser(users.fay.id);
  expect(schedules).toMatchObject([{ timeZone: "Europe/Berlin" }]);
  const fay = await findItem(UserItem, { id: users.fay.id });
  expect(fay?.defaultScheduleId).toBe(schedules[0]?.id);
  expect(schedules[0]?.entries.map(({ startTime, endTime, date }) => [startTime, endTime, date])).toEqual([
    [540, 720, null],
    [780, 1020, null],
    [540, 720, "2030-12-24"],
  ]);
});

test("the demo has an event type whose hosts are booked in turn, and one whose hosts are booked together", async () => {
  const { users, eventTypes } = await seed();
  const caller: Caller = { ...OPERATOR, userId: users.fay.id };
  const firstAndLast = async ({ id }: { id: number }) => {
    const query = {
      eventTypeId: [String(id)],
      start: ["2031-01-07"],
      end: ["2031-01-08"],
      timeZone: ["Europe/Berlin"],
    };
    const { json } = await callEndpoint("slots.list", caller, { query });
    const slots = Object.values(Object(json["slots"])).flat();
    return [slots.at(0), slots.at(-1)];
  };
  expect(await firstAndLast(eventTypes.roundrobin30)).toEqual([
    { time: "2031-01-07T09:00:00+01:00" },
    { time: "2031-01-07T18:30:00+01:00" },
  ]);
  expect(await firstAndLast(eventTypes.collective30)).toEqual([
    { time: "2031-01-07T11:00:00+01:00" },
    { time: "2031-01-07T16:30:00+01:00" },
  ]);
});

test("Hana of the demo has a calendar with two busy times next week, which close slots; other hosts have none", async () => {
  await seed();
  const { users, eventTypes, calendars } = await seed();
  const lists = await Promise.all(
    Object.values(users).map(({ id }) => readWholeList(listCalendars(OPERATOR, { userId: id }))),
  );
  expect(lists.flat()).toMatchObject([{ id: calendars.hana.id, userId: users.hana.id, countsAsBusy: true }]);
  const { json } = await callEndpoint("calendars.list-busy", OPERATOR, {
    path: { id: String(calendars.hana.id) },
  });
  const busy = z.array(z.object({ start: z.string(), end: z.string() })).parse(json["busy"]);
  expect(busy.map(({ start }) => new Date(start).getUTCDay())).toEqual([2, 4]);
  for (const { start, end } of busy) {
    const days = (Date.parse(start) - Date.now()) / 86_400_000;
    expect([days > 0, days < 14]).toEqual([true, true]);
    const query = { eventTypeId: [String(eventTypes.hana30.id)], start: [start], end: [end] };
    const answer = await callEndpoint("slots.list", { ...OPERATOR, userId: users.hana.id }, { query });
    expect(answer.json["slots"]).toEqual({});
  }
});
