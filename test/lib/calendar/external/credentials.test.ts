import { expect, test } from "vitest";
import { readCalendars } from "#lib/calendar/external/change-calendars.ts";
import { openCredentials } from "#lib/calendar/external/credentials.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { connect } from "#test/support/builders/calendars.ts";
import { useLocalCalendars } from "#test/support/cloud/local-calendars.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { calendarOf } from "./calendars.ts";

useLocalCalendars();

test("the credentials of a connection can't be decrypted as those of another connection or user", async () => {
  const { url } = await startCalendarStub(calendarOf());
  const connectFeed = async () => {
    const host = await makeHost();
    await connect(host, { type: "ics", url: `${url}/feed.ics` });
    const [connection] = (await readCalendars(host.userId)).connections;
    if (!connection) throw new Error("The connection is missing.");
    return connection;
  };
  const [own, other] = [await connectFeed(), await connectFeed()];
  expect(await openCredentials(own)).toEqual({ type: "ics", url: `${url}/feed.ics` });
  for (const moved of [{ id: other.id }, { userId: other.userId }])
    await expect(openCredentials({ ...own, ...moved })).rejects.toMatchObject({
      name: "InvalidCiphertextException",
    });
});
