import { beforeEach, expect, test } from "vitest";
import { ClaimRow } from "#lib/claims/claims.ts";
import { remove } from "#lib/table/operations.ts";
import { writeOne } from "#lib/table/write.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();
beforeEach(() => {
  useLocalDirectory(targetOf(aws().url));
});

async function makeBooking() {
  const host = await makeHost();
  const booking = await book(host, await makeEventType(host), { start: "2030-03-04T09:00:00Z" });
  return { user: host.userId, booking };
}

test("a sound calendar, and many, are told so", async () => {
  const { user } = await makeBooking();
  await makeBooking();
  expect(await runJson("doctor claims")).toEqual({ disagreements: [] });
  expect(await run(`doctor claims --user ${user}`)).toEqual({
    code: 0,
    out: "none\n",
    err: "Checked 1 user: no disagreements.\n",
  });
});

test("what disagrees is named, host by host, and the exit code is 1", async () => {
  const { user, booking } = await makeBooking();
  const other = await makeBooking();
  await writeOne(remove(ClaimRow, { userId: user, hour: Date.parse(booking.startTime) / 3_600_000 }));
  const disagreement = {
    userId: user,
    part: "minutes",
    subject: "2030-03-04T09:00Z/2030-03-04T09:30Z",
    expected: `booking ${booking.id}`,
    found: "nobody",
  };
  const { code, out } = await run("doctor claims --json");
  expect([code, JSON.parse(out)]).toEqual([1, { disagreements: [disagreement] }]);
  const told = await run("doctor claims");
  expect(told.out).toContain(`2030-03-04T09:00Z/2030-03-04T09:30Z  booking ${booking.id}  nobody`);
  expect(told.err).toMatch(/^Checked \d+ users: 1 disagreement\.\n$/);
  expect(await run(`doctor claims --user ${other.user}`)).toMatchObject({ code: 0 });
});

test("a user who does not exist is no sound calendar", async () => {
  expect(await run("doctor claims --user nobody@example.com")).toMatchObject({ code: 1, out: "" });
});
