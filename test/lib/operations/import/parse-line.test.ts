import { expect, test } from "vitest";
import { parseLine } from "#lib/operations/import/parse-line.ts";
import { attendeeLine, userLine } from "#test/support/command-line/export-lines.ts";
import { booking } from "./import-after-dry-run.ts";

/** What is wrong with a line: the fields, their values and the messages. */
const errorsOf = (line: Record<string, unknown>) => {
  const parsed = parseLine({ number: 1, bytes: Buffer.from(JSON.stringify(line)) });
  return parsed && "errors" in parsed ? (parsed.errors ?? []) : [];
};

/** A payment of a booking. */
const payment = (id: number) => ({ id, amount: 5_000, currency: "EUR", success: true, externalId: "ch_9" });

const START = "2060-03-01T09:00:00.000Z";

test.each([
  ["an end at the start", { startTime: START, endTime: START }, "must be after the start"],
  [
    "two attendees with one address",
    { attendees: [attendeeLine(1), { ...attendeeLine(2), email: "GUEST1@example.com" }] },
    "has two of the same email",
  ],
  [
    "two payments with one external id",
    { payment: [payment(1), payment(2)] },
    "has two of the same externalId",
  ],
])("the line of a booking can't have %s", (_, fields, message) => {
  expect(errorsOf(booking(fields))).toMatchObject([{ message }]);
});

test("a line has at most five errors, with the start of long values", () => {
  const wrong = { name: 1, username: 2, bio: 3, avatar: 4, theme: 5, locale: 6, verified: 7 };
  expect(errorsOf(userLine(1, wrong))).toHaveLength(5);
  const [error] = errorsOf(userLine(1, { timeZone: "x".repeat(101) }));
  expect(error?.value).toBe("x".repeat(100));
});
