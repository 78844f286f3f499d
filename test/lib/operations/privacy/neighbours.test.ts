import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { listAuditTrail } from "#lib/audit/list.ts";
import { rewriteText } from "#lib/bookings/rewrite-text.ts";
import { findBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { wholeList } from "#lib/lists/source.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { exportPerson } from "#lib/operations/privacy/export.ts";
import { addressPattern, namePattern } from "#lib/operations/privacy/spellings.ts";
import { documentClient } from "#lib/table/client.ts";
import { createUser } from "#lib/users/create.ts";
import { UserCreate } from "#lib/users/input.ts";
import { book, makeEventType, makeHost } from "#test/support/builders.ts";
import { callEndpoint } from "#test/support/call-endpoint.ts";
import { KEEP } from "#test/support/erasing.ts";
import { attendeeLine, bookingLine } from "#test/support/export-lines.ts";
import { importLines } from "#test/support/import-lines.ts";
import { captureLines } from "#test/support/invoke.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { tracesOf } from "#test/support/traces-of.ts";

useLocalTable();
beforeEach(() => {
  captureLines();
});

describe("an address that is a part of another", () => {
  const neighbours = ["joann@example.com", "jo.ann@example.com", "ann@example.com.au", "_ann@example.com"];

  it("is erased and exported without touching that one", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const days = ["ann@example.com", ...neighbours].entries();
    for (const [at, email] of days) {
      await createUser(OPERATOR, UserCreate.parse({ email, name: `Guest ${email}` }));
      const responses = { name: `Guest ${at}`, email, notes: `I am ${email}.` };
      await book(host, eventType, { start: `2031-04-0${at + 1}T09:00:00Z`, responses });
    }
    const before = await tracesOf(neighbours);
    expect(JSON.stringify(await exportPerson(OPERATOR, "ann@example.com"))).not.toMatch(
      /joann|jo\.ann|\.au|_ann/,
    );
    await erasePerson(OPERATOR, "ann@example.com", KEEP);
    expect(await tracesOf(neighbours)).toEqual(before);
    const items = JSON.stringify(await scanTable());
    expect(items).not.toMatch(/(?<![\w.])ann@example\.com(?!\.au)/);
    for (const email of neighbours)
      await expect(createUser(OPERATOR, UserCreate.parse({ email, name: "Taken" }))).rejects.toMatchObject({
        code: "conflict",
      });
  });

  it.each(["<ann@example.com>", "a\\nann@example.com", "to%3Aann%40example.com", "ANN@example.com."])(
    "stands in %s",
    (text) => {
      expect(text.search(addressPattern("ann@example.com"))).toBeGreaterThan(-1);
    },
  );

  it.each(["joann@example.com", "o'ann@example.com", "ann@example.community", "ann@example.com-x.org"])(
    "does not stand in %s",
    (text) => {
      expect(text.search(addressPattern("ann@example.com"))).toBe(-1);
    },
  );
});

describe("a name", () => {
  it("is found as whole words, however it is written", () => {
    const pattern = namePattern('Zoë "Z" Li');
    for (const text of [
      'ZOË "z" li',
      'by Zoë \\"Z\\" Li.',
      "Zo%C3%AB%20%22Z%22+Li",
      "Zo&#235; &quot;Z&quot; Li",
    ])
      expect(text.search(pattern), text).toBeGreaterThan(-1);
    expect('Zoë "Z" Lisa'.search(pattern)).toBe(-1);
  });

  it.each([
    ["in capitals", "ANNA"],
    ["like a time zone", "Anna/Bell"],
  ])("is erased where it is all there is of a text, %s", async (_, title) => {
    const host = await makeHost();
    const email = `anna-${host.userId}@example.com`;
    const fields = { start: "2031-04-01T09:00:00Z", responses: { name: "Anna", email } };
    const { id } = await book(host, await makeEventType(host), fields);
    await rewriteText(host.userId, id, { title });
    await erasePerson(OPERATOR, email, KEEP);
    expect((await findBooking(OPERATOR, id)).title).toBe(title.replace(/anna/i, "Erased"));
  });

  it.each([
    "ACCEPTED",
    "Sunday",
    "usd",
    "CREATED",
    "TITLE",
    "Europe",
    "Zurich",
    "en",
    "booking",
    "id",
    "A",
    ".*",
    "the (one",
  ])("like %s leaves what machines read as it is", async (name) => {
    const host = await makeHost();
    const email = `odd-${host.userId}@example.com`;
    const fields = { start: "2031-04-01T09:00:00Z", responses: { name, email } };
    const { id, uid, timeZone } = {
      timeZone: "Europe/Zurich",
      ...(await book(host, await makeEventType(host), fields)),
    };
    await erasePerson(OPERATOR, email, KEEP);
    const { status, json } = await callEndpoint("bookings.get", host, { path: { id: String(id) } });
    expect([status, json["booking"]]).toMatchObject([
      200,
      {
        uid,
        status: "ACCEPTED",
        user: { timeZone },
        attendees: [{ name: "Erased", timeZone, locale: "en" }],
      },
    ]);
    expect((await callEndpoint("events.list", host)).status).toBe(200);
  });
});

describe("a person with two addresses in one booking", () => {
  it("stays there twice, and everybody else of the same name keeps their address", async () => {
    const host = await makeHost();
    const [now, before, other] = ["ann.now@example.com", "ann.before@example.com", "ann@example.net"];
    const { id: userId } = await createUser(OPERATOR, UserCreate.parse({ email: now, name: "Ann" }));
    const start = Date.UTC(2020, 0, 1);
    const eventType = await makeEventType(host);
    const attendees = [now, before, other].map((email, at) => ({
      ...attendeeLine(70_000 + at),
      email,
      name: "Ann",
    }));
    const line = bookingLine(
      { id: 80_000, userId: host.userId, eventTypeId: eventType.id, start },
      { attendees },
    );
    const ofUser = bookingLine({ id: 80_001, userId, eventTypeId: eventType.id, start });
    const { refusals } = await importLines([line, { ...ofUser, userPrimaryEmail: before }]);
    expect(refusals).toEqual([]);
    await erasePerson(OPERATOR, now, KEEP);
    const { attendees: left } = await findBooking(OPERATOR, 80_000);
    expect(left.map(({ email }) => email)).toEqual([
      expect.stringMatching(/@erased\.invalid$/),
      expect.stringMatching(/@erased\.invalid$/),
      other,
    ]);
    const items = (await scanTable()).filter(
      ({ entity, bookingId }) => entity === "attendee" && bookingId === 80_000,
    );
    expect(new Set(items.map(({ email }) => email))).toEqual(new Set(left.map(({ email }) => email)));
  });
});

describe("what is written anew while somebody is erased", () => {
  /** Lets somebody book before each of the next readings of the table. */
  async function bookWhileRead(email: string, times: number): Promise<void> {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    let made = 0;
    const name = "booking-meanwhile";
    const { middlewareStack } = documentClient();
    middlewareStack.add(
      (next, context) => async (args) => {
        if (context["commandName"] === ScanCommand.name && made < times) {
          made += 1;
          const start = `2031-04-${String(made).padStart(2, "0")}T09:00:00Z`;
          await book(host, eventType, { start, responses: { name: "Late Comer", email } });
        }
        return next(args);
      },
      { name, step: "initialize" },
    );
    onTestFinished(() => {
      middlewareStack.remove(name);
    });
  }
  const receipts = async () => (await wholeList(listAuditTrail(OPERATOR, { resource: "privacy" }))).length;

  it("is found by the next pass", async () => {
    await bookWhileRead("late@example.com", 3);
    await erasePerson(OPERATOR, "late@example.com", KEEP);
    expect(await tracesOf(["late@example.com", "Late Comer"])).toEqual([]);
  });

  it("is a failure and no receipt when the last pass still finds some", async () => {
    const before = await receipts();
    await bookWhileRead("again@example.com", 20);
    await expect(erasePerson(OPERATOR, "again@example.com", KEEP)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("written anew all the time"),
    });
    expect(await receipts()).toBe(before);
  });
});
