import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { setClock } from "#lib/platform/clock.ts";
import { book, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();
// Events are created a minute ago, so that they are settled.
beforeEach(() => setClock(() => Date.now() - 60_000));

const run = async (...args: string[]): Promise<string[]> => {
  const program = ["docs/examples/catch-up.ts", cloud().baseUrl, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  return stdout.trimEnd().split("\n");
};

test("the example of the docs reads all events, and then only new ones", async () => {
  const { caller, key } = await makeUserWithKey();
  const { id } = await book(caller, await makeEventType(caller), { start: "2031-03-03T09:00:00Z" });
  const [created, cursor = "", ...more] = await run(key);
  expect(created).toMatch(new RegExp(`^20.*Z BOOKING_CREATED booking ${id} sequence 1$`));
  expect(more).toEqual([]);
  const last = /^cursor (.+)$/.exec(cursor)?.[1] ?? "";
  expect(await run(key, last)).toEqual([expect.stringMatching(/^cursor .+/)]);
  // After the cursor, and settled when the example runs again.
  setClock(() => Date.now() - 35_000);
  await cancelBooking(caller, { id }, {});
  const [cancelled, ...rest] = await run(key, last);
  expect(cancelled).toMatch(new RegExp(`BOOKING_CANCELLED booking ${id} sequence 2$`));
  expect(rest).toHaveLength(1);
});
