import { expect, test } from "vitest";
import { Conflicts } from "#infra/local/aws/conflicts.ts";

const NAMES = new Map([["bookings", ["pk", "sk"]]]);
const key = (sk: string) => ({ pk: { S: "H#1" }, sk: { S: sk } });
const update = (sk: string) => ({ Update: { TableName: "bookings", Key: key(sk) } });
const put = (sk: string) => ({ Put: { TableName: "bookings", Item: { ...key(sk), title: { S: "x" } } } });

/** How often, of so many attempts, a transaction is refused while the given one is under way. */
function refusals(seed: number, underWay: object[], attempt: object[]): object[] {
  const conflicts = new Conflicts(NAMES, seed);
  conflicts.enter({ TransactItems: underWay });
  return Array.from({ length: 1000 }).flatMap(() => {
    const entered = conflicts.enter({ TransactItems: attempt });
    if (!("leave" in entered)) return [entered];
    entered.leave();
    return [];
  });
}

test("about a tenth of the transactions on an item under way are refused, and the reasons name the item", () => {
  const refused = refusals(1, [put("a"), update("b")], [update("c"), update("b")]);
  expect(refused.length).toBeGreaterThan(70);
  expect(refused.length).toBeLessThan(130);
  expect(refused[0]).toEqual({
    __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
    Message:
      "Transaction cancelled, please refer cancellation reasons for specific reasons [None, TransactionConflict]",
    CancellationReasons: [
      { Code: "None" },
      { Code: "TransactionConflict", Message: "Transaction is ongoing for the item" },
    ],
  });
});

test("a put conflicts with an update of the same item", () => {
  expect(refusals(1, [put("a")], [update("a")]).length).toBeGreaterThan(0);
});

test("about a tenth of the single writes on an item under way are refused, and of those on others none", () => {
  const conflicts = new Conflicts(NAMES, 1);
  conflicts.enter({ TransactItems: [put("a")] });
  const errors = (write: object) =>
    Array.from({ length: 1000 }).flatMap(() => conflicts.errorFor({ ...write }) ?? []);
  const refused = errors(update("a").Update);
  expect(refused.length).toBeGreaterThan(70);
  expect(refused.length).toBeLessThan(130);
  expect(refused[0]).toMatchObject({
    __type: "com.amazonaws.dynamodb.v20120810#TransactionConflictException",
  });
  expect(errors(put("b").Put)).toEqual([]);
});

test("transactions on different items never conflict", () => {
  expect(refusals(1, [put("a")], [update("b")])).toEqual([]);
});

test("a finished transaction conflicts with nothing", () => {
  const conflicts = new Conflicts(NAMES, 1);
  const request = { TransactItems: [update("a")] };
  for (let n = 0; n < 1000; n += 1) {
    const entered = conflicts.enter(request);
    expect(entered).toHaveProperty("leave");
    if ("leave" in entered) entered.leave();
  }
});

test("the same seed refuses the same transactions", () => {
  const count = (seed: number) => refusals(seed, [put("a")], [update("a")]).length;
  expect(count(7)).toBe(count(7));
  expect(count(7)).not.toBe(count(8));
});
