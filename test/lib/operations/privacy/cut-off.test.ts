import { beforeEach, expect, it } from "vitest";
import { updateAttendee } from "#lib/bookings/attendees/update.ts";
import { findBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { itemLines, putLines } from "#lib/table/copy-items.ts";
import { makeHost } from "#test/support/builders.ts";
import { cutOffBehind } from "#test/support/cut-off.ts";
import { MAY_CANCEL } from "#test/support/erasing.ts";
import { captureLines } from "#test/support/invoke.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { loseTable } from "#test/support/lose-table.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { bookSeries, EMAIL, FIRST, makeUser, WORDS } from "#test/support/traced-person.ts";
import { tracesOf } from "#test/support/traces-of.ts";

/** Every tenth write is one to be cut off behind; each with `RUNS`. */
const STEP = process.env["RUNS"] === undefined ? 10 : 1;

useLocalTable();
beforeEach(() => {
  captureLines();
});

it("an erasure that is cut off leaves nothing of the person once it is repeated, whatever the write it ended behind", async () => {
  const [host, user] = [await makeHost(), await makeUser()];
  const [, second = 0] = await bookSeries(host);
  const guest = (await findBooking(host, second)).attendees[0]?.id ?? 0;
  await updateAttendee(host, { id: guest }, { name: WORDS.maiden });
  const before = await Array.fromAsync(itemLines());
  const erase = () => erasePerson(OPERATOR, EMAIL, MAY_CANCEL);
  let rounds = 0;
  for (let count = 1; await cutOffBehind(count, erase); count += STEP) {
    await erase();
    const left = (await tracesOf([...Object.values(WORDS), FIRST])).map((trace) => `${count}: ${trace}`);
    expect.soft(left).toEqual([]);
    const items = await scanTable();
    expect(items.find(({ entity, id }) => entity === "user" && id === user.userId)).toMatchObject({
      name: "Erased",
      passwordHash: null,
    });
    expect(items.filter(({ entity }) => entity === "erasure-facts")).toEqual([]);
    rounds = count;
    await loseTable();
    await putLines(toLines(before), { isDryRun: false, tell: () => undefined });
  }
  expect(rounds).toBeGreaterThan(30);
}, 300_000);

async function* toLines(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
