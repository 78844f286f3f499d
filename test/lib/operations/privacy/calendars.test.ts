import { beforeEach, expect, it } from "vitest";
import { ClaimRow } from "#lib/calendar/claims/claims.ts";
import { EXTERNAL_MINUTES } from "#lib/calendar/claims/external-minutes.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { closeAccount } from "#lib/operations/privacy/close-account.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { exportPerson } from "#lib/operations/privacy/export.ts";
import { setClock } from "#lib/platform/clock.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { connectPushed, pushBusy } from "#test/support/builders/calendars.ts";
import { CANCEL_BOOKINGS } from "#test/support/secrets/erase-options.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

useLocalTable();
beforeEach(() => setClock(() => Date.parse("2031-03-01T12:00:00Z")));

let made = 0;
const CALENDARS = ["calendar-connection", "calendar", "calendar-busy-times"];

/** A host with a calendar that was busy a week ago, and is busy tomorrow. */
async function makeBusyHost() {
  made += 1;
  const email = `lea${made}@example.org`;
  const { id: userId } = await createUser(OPERATOR, UserCreate.parse({ email, name: "Lea Lang" }));
  const host: Caller = { userId, role: "USER", scopes: "all", credentialId: "key" };
  const { calendarId } = await connectPushed(host, "Lea's shifts");
  const hours = (day: string) => ({ start: `${day}T09:00:00Z`, end: `${day}T09:40:00Z` });
  const busy = [hours("2031-03-02"), hours("2031-03-12")];
  await pushBusy(host, calendarId, { from: "2031-03-01T00:00:00Z", to: "2031-03-15T00:00:00Z", busy });
  setClock(() => Date.parse("2031-03-11T12:00:00Z"));
  return { host, email };
}

const busyMinutesOf = async (userId: number): Promise<unknown[]> =>
  (await queryAll(ClaimRow, { userId })).map((row) => row[EXTERNAL_MINUTES]);

const kindsOf = async (userId: number): Promise<unknown[]> =>
  (await scanTable()).filter((item) => item["userId"] === userId).map(({ entity }) => entity);

it("an export contains connections, calendars, busy times and their minutes in the claim rows, without credentials", async () => {
  const { host, email } = await makeBusyHost();
  const { items } = await exportPerson(OPERATOR, email, CANCEL_BOOKINGS.entities);
  expect(items).toMatchObject({
    "calendar-connection": [{ userId: host.userId, account: "Lea's shifts" }],
    calendar: [{ name: "Lea's shifts" }],
    "calendar-busy-times": [{ userId: host.userId }],
    claim: [{ [EXTERNAL_MINUTES]: "0-40" }, { [EXTERNAL_MINUTES]: "0-40" }],
  });
  expect(JSON.stringify(items)).not.toContain("sealedCredentials");
});

it("closing an account deletes connections, calendars and busy times, and all their minutes", async () => {
  const { host } = await makeBusyHost();
  await closeAccount(OPERATOR, host.userId);
  const kinds = await kindsOf(host.userId);
  for (const kind of CALENDARS) expect(kinds).not.toContain(kind);
  expect(await busyMinutesOf(host.userId)).toEqual([undefined, undefined]);
  expect(await findItem(UserItem, { id: host.userId })).not.toHaveProperty("calendarsValidUntil");
});

it("an erasure leaves no busy minutes, also none of the past", async () => {
  const { host, email } = await makeBusyHost();
  expect(await erasePerson(OPERATOR, email, CANCEL_BOOKINGS)).toMatchObject({ notErased: [] });
  const kinds = await kindsOf(host.userId);
  for (const kind of CALENDARS) expect(kinds).not.toContain(kind);
  expect(await busyMinutesOf(host.userId)).toEqual([undefined, undefined]);
});
