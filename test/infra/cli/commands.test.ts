import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { passMinutes } from "#test/support/clock/pass-time.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();
beforeEach(() => {
  useLocalDirectory(targetOf(aws().url));
});

let users = 0;

/** Creates a user and returns the email. */
async function newUser(): Promise<string> {
  const email = `person-${++users}@example.com`;
  await runJson(`users create --email ${email} --name "Person ${users}"`);
  return email;
}

const Membership = z.object({ membership: z.object({ userId: z.int(), teamId: z.int() }) });
const Named = z.object({ id: z.union([z.int(), z.string()]) });

test("a user is created, changed and listed", async () => {
  const email = await newUser();
  expect(await runJson(`users set-role ${email} admin`)).toMatchObject({ user: { role: "ADMIN" } });
  expect(await runJson(`users lock ${email}`)).toMatchObject({ user: { isLocked: true } });
  expect(await runJson(`users unlock ${email}`)).toMatchObject({ user: { isLocked: false } });
  const changed = await runJson(`users set-password ${email} --password-stdin`, "from standard input\n");
  expect(changed).toMatchObject({ user: { hasPassword: true } });
  expect(JSON.stringify(changed)).not.toContain("scrypt");
  expect(await runJson(`users unlink ${email}`)).toMatchObject({ user: { email } });
  expect(await runJson("users list")).toMatchObject({
    users: expect.arrayContaining([expect.objectContaining({ email, role: "ADMIN" })]),
  });
});

test.each([
  ["event-types update 1", "nothing to change: send at least one option"],
  ["event-types show x", '<id>: "id" must be a whole number.'],
  ["memberships update 7 --role ADMIN", '<key>: "key" must be {userId}_{teamId}.'],
  [
    "webhooks update x --event-type-id 1 --platform",
    "--platform: A webhook can have only one of eventTypeId, teamId and platform.",
  ],
])("%s: the error names an option or an argument of the command", async (args, message) => {
  expect(await run(args)).toEqual({ code: 2, out: "", err: `error: ${message}\n` });
});

test("a failure is printed with its code on standard error, and the exit code is 1", async () => {
  const email = await newUser();
  const { code, out, err } = await run(`users create --email ${email} --name Other`);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^conflict: .*\n {2}--email: /);
  expect(await run("users show nobody@example.com")).toEqual({
    code: 1,
    out: "",
    err: 'not_found: User "nobody@example.com" not found. Use the id or email; `npm run admin -- users list` prints both.\n',
  });
});

test("with --if-missing an existing resource is returned unchanged", async () => {
  const email = await newUser();
  const { code, out, err } = await run(`users create --email ${email} --name Other --if-missing --json`);
  expect([code, err]).toEqual([0, "Already exists. Nothing was changed.\n"]);
  expect(JSON.parse(out)).toMatchObject({ user: { email, name: `Person ${users}` } });
  await runJson("teams create --name Keep --slug keep --if-missing");
  const existing = await runJson("teams create --name Other --slug keep --if-missing");
  expect(existing).toMatchObject({ team: { name: "Keep" } });
  const create = `event-types create --user ${email} --title T --slug keep --length 30 --if-missing`;
  expect(await runJson(create)).toEqual(await runJson(create));
  const add = `memberships create --team keep --user ${email} --if-missing`;
  expect(await runJson(add)).toEqual(await runJson(`${add} --role admin`));
});

test("with --if-missing an existing key and an existing application are returned without their secrets", async () => {
  const user = `--user ${await newUser()}`;
  const create = `api-keys create ${user} --note nightly --if-missing`;
  const first = z.object({ key: z.string(), api_key: Named }).parse(await runJson(create));
  const again = await run(`${create} --json`);
  expect([again.code, again.err]).toEqual([0, "Already exists. Nothing was changed.\n"]);
  expect(JSON.parse(again.out)).toEqual({ api_key: expect.objectContaining(first.api_key) });
  expect(again.out).not.toContain(first.key);
  await runJson(`api-keys revoke ${first.api_key.id} ${user}`);
  const third = z.object({ key: z.string(), api_key: Named }).parse(await runJson(create));
  expect(third.api_key.id).not.toBe(first.api_key.id);

  const make = "oauth-clients create --name Kept --redirect-uri https://kept.example.com/cb --if-missing";
  const made = z.object({ clientSecret: z.string(), oauth_client: Named }).parse(await runJson(make));
  expect(await runJson(make)).toEqual({ oauth_client: expect.objectContaining(made.oauth_client) });
  const { oauth_clients } = await runJson("oauth-clients list");
  expect(z.array(z.object({ name: z.string() })).parse(oauth_clients)).toHaveLength(1);
});

test("with --if-missing an expired key does not count as an existing one", async () => {
  const create = `api-keys create --user ${await newUser()} --note nightly --expires 1d --if-missing`;
  const key = z.object({ api_key: Named }).transform(({ api_key }) => api_key.id);
  const id = key.parse(await runJson(create));
  passMinutes(23 * 60);
  expect(key.parse(await runJson(create))).toBe(id);
  passMinutes(60);
  expect(key.parse(await runJson(create))).not.toBe(id);
});

test("--team accepts a slug", async () => {
  const email = await newUser();
  const { team } = z.object({ team: Named }).parse(await runJson("teams create --name Lab --slug lab"));
  await runJson(`memberships create --team lab --user ${email} --role owner --accepted`);
  const answer = await runJson(`event-types create --user ${email} --title T --length 30 --team lab`);
  expect(answer).toMatchObject({ event_type: { teamId: team.id } });
  const { id } = z.object({ event_type: Named }).parse(answer).event_type;
  expect(await runJson(`event-types update ${id} --team none`)).toMatchObject({
    event_type: { teamId: null },
  });
  expect(await runJson(`event-types update ${id} --team ${team.id}`)).toMatchObject({
    event_type: { teamId: team.id },
  });
  expect((await run(`event-types update ${id} --team nowhere`)).err).toContain('not_found: Team "nowhere"');
  expect(await run(`event-types update ${id}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining("at least one option"),
  });
});

test("without --json a list has aligned columns", async () => {
  const email = await newUser();
  await runJson("teams create --name Columns --slug columns --organization");
  await runJson(`memberships create --team columns --user ${email} --role owner --accepted`);
  const { out } = await run("memberships list --team columns");
  const [heading = "", row = ""] = out.split("\n");
  expect(heading).toBe("ID  TEAM ID  USER ID  ROLE   ACCEPTED");
  expect(row.indexOf("OWNER")).toBe(heading.indexOf("ROLE"));
  expect((await run(`api-keys list --user ${email}`)).out).toBe("none\n");
});

test("a member is invited, accepts, becomes an owner and is removed", async () => {
  const email = await newUser();
  await runJson("teams create --name Crew --slug crew");
  const invitation = await runJson(`memberships create --team crew --user ${email}`);
  expect(invitation).toMatchObject({ membership: { accepted: false } });
  const { userId, teamId } = Membership.parse(invitation).membership;
  const key = `${userId}_${teamId}`;
  expect(await runJson(`memberships update ${key} --accepted`)).toMatchObject({
    membership: { accepted: true },
  });
  expect(await runJson(`memberships update ${key} --role owner`)).toMatchObject({
    membership: { role: "OWNER" },
  });
  expect((await run(`memberships delete ${key}`)).err).toContain("conflict: This is the last owner");
  const list = `memberships list --user ${email}`;
  expect(await runJson(list)).toMatchObject({ memberships: [{ role: "OWNER" }] });
  await runJson(`memberships create --team crew --user ${await newUser()} --role owner --accepted`);
  await runJson(`memberships delete ${key} --dry-run`);
  expect(await runJson(list)).toMatchObject({ memberships: [{ role: "OWNER" }] });
  await runJson(`memberships delete ${key}`);
  expect(await runJson(list)).toEqual({ memberships: [] });
});

test("an API key is printed once, expires on its date, and is revoked", async () => {
  const user = `--user ${await newUser()}`;
  const { code, out, err } = await run(`api-keys create ${user} --note laptop --expires 2999-12-31`);
  expect(code).toBe(0);
  expect(out).toMatch(/^key +sk_[\w-]{43}$/m);
  expect(err).toBe("The key is not shown again.\n");
  const days = z.object({ api_key: Named.extend({ expiresAt: z.string() }) });
  const { api_key } = days.parse(await runJson(`api-keys create ${user} --expires 2d`));
  expect(Date.parse(api_key.expiresAt) - Date.now()).toBeGreaterThan(86_400_000);
  expect(await runJson(`api-keys revoke ${api_key.id} ${user}`)).toMatchObject({
    api_key: { revokedAt: expect.any(String) },
  });
  expect(await runJson(`api-keys list ${user}`)).toMatchObject({
    api_keys: [{ note: "laptop", expiresAt: "2999-12-31T00:00:00.000Z" }, { id: api_key.id }],
  });
});

test("an event type is created, changed, listed and deleted", async () => {
  const email = await newUser();
  const answer = await runJson(
    `event-types create --user ${email} --title "Half an hour" --length 30 --lengths 45 --lengths 60 ` +
      `--locations '[{"value":"phone","optionValue":"+41 44 000 00 00"},{"value":"link"}]' --seats-per-time-slot 3 ` +
      `--booking-fields '[{"name":"firm","type":"text"}]'`,
  );
  expect(answer).toMatchObject({
    event_type: {
      slug: "half-an-hour",
      lengths: [45, 60],
      locations: [
        { value: "phone", optionValue: "+41 44 000 00 00" },
        { value: "link", optionValue: "" },
      ],
      seatsPerTimeSlot: 3,
      bookingFields: [{ name: "firm" }],
    },
  });
  const { id } = z.object({ event_type: Named }).parse(answer).event_type;
  expect(await runJson(`event-types update ${id} --seats-per-time-slot none --hidden`)).toMatchObject({
    event_type: { seatsPerTimeSlot: null, hidden: true, title: "Half an hour" },
  });
  expect(await runJson(`event-types update ${id} --no-hidden`)).toMatchObject({
    event_type: { hidden: false },
  });
  expect(await runJson(`event-types show ${id}`)).toMatchObject({ event_type: { hidden: false } });
  expect(await runJson(`event-types list --user ${email}`)).toMatchObject({ event_types: [{ id }] });
  await runJson(`event-types delete ${id}`);
  expect(await runJson(`event-types list --user ${email}`)).toEqual({ event_types: [] });
});

test("the demo is created once, and a second run changes nothing", async () => {
  const first = await run("seed demo");
  expect(first.err).toMatch(/^Written to .*demo\.json\.\n$/);
  const second = await run("seed demo");
  expect(second.err).toMatch(/demo\.json is complete. Nothing was changed\.\n$/);
  expect(second.out).toBe(first.out);
});

test("a recount prints what it checked and corrected", async () => {
  await newUser();
  const { recount } = z
    .object({ recount: z.record(z.string(), z.int()) })
    .parse(await runJson("bookings recount"));
  expect(recount).toMatchObject({ bookmarks: 0, tallies: 0 });
  expect(recount["hosts"]).toBeGreaterThan(0);
});
