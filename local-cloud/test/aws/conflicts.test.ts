import { expect, test } from "vitest";
import { Conflicts } from "#local-cloud/aws/conflicts.ts";

const NAMES = new Map([["bookings", ["pk", "sk"]]]);
const key = (sk: string) => ({ pk: { S: "H#1" }, sk: { S: sk } });
const update = (sk: string) => ({ Update: { TableName: "bookings", Key: key(sk) } });
const put = (sk: string) => ({ Put: { TableName: "bookings", Item: { ...key(sk), title: { S: "x" } } } });

/** Tries a transaction 1000 times while another one is running, and returns the cancellations. */
function listCancellations(seed: number, running: object[], attempt: object[]): object[] {
  const conflicts = new Conflicts(NAMES, seed);
  conflicts.start({ TransactItems: running });
  return Array.from({ length: 1000 }).flatMap(() => {
    const transaction = conflicts.start({ TransactItems: attempt });
    if (!("end" in transaction)) return [transaction];
    transaction.end();
    return [];
  });
}

test("about a tenth of the transactions on the same item are cancelled, with the item in the reasons", () => {
  const cancelled = listCancellations(1, [put("a"), update("b")], [update("c"), update("b")]);
  expect(cancelled.length).toBeGreaterThan(70);
  expect(cancelled.length).toBeLessThan(130);
  expect(cancelled[0]).toEqual({
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
  expect(listCancellations(1, [put("a")], [update("a")]).length).toBeGreaterThan(0);
});

test("about a tenth of the single writes to an item of a running transaction fail, and none to other items", () => {
  const conflicts = new Conflicts(NAMES, 1);
  conflicts.start({ TransactItems: [put("a")] });
  const errors = (write: object) =>
    Array.from({ length: 1000 }).flatMap(() => conflicts.findError({ ...write }) ?? []);
  const cancelled = errors(update("a").Update);
  expect(cancelled.length).toBeGreaterThan(70);
  expect(cancelled.length).toBeLessThan(130);
  expect(cancelled[0]).toMatchObject({
    __type: "com.amazonaws.dynamodb.v20120810#TransactionConflictException",
  });
  expect(errors(put("b").Put)).toEqual([]);
});

test("transactions on different items never conflict", () => {
  expect(listCancellations(1, [put("a")], [update("b")])).toEqual([]);
});

test("a finished transaction does not conflict", () => {
  const conflicts = new Conflicts(NAMES, 1);
  const request = { TransactItems: [update("a")] };
  for (let n = 0; n < 1000; n += 1) {
    const transaction = conflicts.start(request);
    expect(transaction).toHaveProperty("end");
    if ("end" in transaction) transaction.end();
  }
});

test("the same seed cancels the same transactions", () => {
  const count = (seed: number) => listCancellations(seed, [put("a")], [update("a")]).length;
  expect(count(7)).toBe(count(7));
  expect(count(7)).not.toBe(count(8));
});
