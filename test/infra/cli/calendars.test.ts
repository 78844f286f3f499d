import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { calendarOf, eventOf } from "#test/lib/calendar/external/calendars.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();

const Connected = z.object({
  calendar_connection: z.object({ id: z.int() }),
  calendars: z.array(z.object({ id: z.int() })).length(1),
});

let host: string;
beforeEach(async () => {
  useLocalDirectory(targetOf(aws().url));
  host = `host-${randomUUID()}@example.com`;
  await runJson(`users create --email ${host} --name Host`);
});

/** Connects a calendar; returns its id and that of its connection. */
async function connect(name: string): Promise<{ id: number; connectionId: number }> {
  const line = `calendars connect --user ${host} --type pushed --name ${name}`;
  const connected = Connected.parse(await runJson(line));
  return { id: connected.calendars[0]?.id ?? 0, connectionId: connected.calendar_connection.id };
}

test("a calendar is connected, listed and disconnected", async () => {
  await connect("Private");
  const { id, connectionId } = await connect("Work");
  await runJson("users create --email other@example.com --name Other");
  expect(await runJson(`calendars list --user ${host}`)).toMatchObject({
    calendars: [{ name: "Private" }, { id, connectionId, name: "Work", countsAsBusy: true, status: "ok" }],
  });
  expect(await runJson("calendars list --user other@example.com")).toEqual({ calendars: [] });
  expect(await runJson("calendars list")).toMatchObject({ calendars: [{ name: "Private" }, { id }] });
  expect(await runJson(`calendars disconnect ${connectionId} --dry-run`)).toMatchObject({
    calendar_connection: { id: connectionId, account: "Work" },
  });
  expect(await runJson(`calendars show ${id}`)).toMatchObject({ calendar: { id } });
  await runJson(`calendars disconnect ${connectionId}`);
  expect(await runJson(`calendars list --user ${host}`)).toMatchObject({ calendars: [{ name: "Private" }] });
  expect(await run(`calendars disconnect ${connectionId}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining("not_found"),
  });
});

test("busy times are replaced and listed, and a calendar stops closing slots", async () => {
  const { id } = await connect("Work");
  const busy = '[{"start":"2031-03-04T09:00:00Z","end":"2031-03-04T10:00:00Z"}]';
  await runJson(
    `calendars put-busy ${id} --from 2031-03-03T00:00:00Z --to 2031-03-10T00:00:00Z --busy '${busy}'`,
  );
  const { out } = await run(`calendars list-busy ${id}`);
  expect(out).toMatch(/START +END\n2031-03-04T09:00:00.000Z +2031-03-04T10:00:00.000Z\n/);
  expect(await runJson(`calendars update ${id} --no-counts-as-busy`)).toMatchObject({
    calendar: { countsAsBusy: false },
  });
});

test("a feed and an account are connected, with the password of standard input, and checked", async () => {
  vi.stubEnv("ALLOW_INSECURE_CALENDARS", "1");
  const stub = await startCalendarStub(calendarOf(eventOf()));
  expect(
    await runJson(`calendars connect --user ${host} --type ics --url ${stub.url}/feed.ics`),
  ).toMatchObject({
    calendar_connection: { type: "ics", account: "127.0.0.1" },
    calendars: [{ name: "127.0.0.1" }],
  });
  const line = `calendars connect --user ${host} --type caldav --url ${stub.url}/ --username ann`;
  const { calendars } = Connected.parse(await runJson(line, `${stub.password}\n`));
  expect(await run(`calendars sync ${calendars[0]?.id}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining("too_many_requests: This calendar was just checked. Try again in"),
  });
  const rejected = "The calendar's server rejected the credentials. It may require an app password.\n";
  expect(await run(line, "wrong")).toEqual({
    ...{ code: 1, out: "" },
    err: `calendar_credentials_rejected: ${rejected}  --password: ${rejected}`,
  });
  expect(await run(line)).toEqual({
    ...{ code: 2, out: "" },
    err: "error: Send the password on standard input.\n",
  });
});

test.each([
  ["connect --type pushed --name Work", 2, "--user"],
  ["connect --user 1 --name Work", 2, "--type"],
  ["connect --user 1 --type fax --name Work", 2, "--type"],
  ["connect --user nobody@example.com --type pushed --name Work", 1, "not_found"],
  ["connect --user 1 --type caldav --url https://example.com/ --username ann --password x", 2, "--password"],
  ["connect --user 1 --type ics", 2, "--url"],
  ["connect --user 1 --type ics --url http://10.0.0.1/", 2, "--url"],
  ["list-busy 7 --from someday", 2, "--from"],
])("calendars %s fails with %i", async (line, code, message) => {
  expect(await run(`calendars ${line}`)).toMatchObject({ code, err: expect.stringContaining(message) });
});
