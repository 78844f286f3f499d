import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { documentClient } from "#lib/table/client.ts";

/** Lets the next transactions of this process fail, so many of them, until the test ends. */
export function refuseTransactions(count: number, error: Error): void {
  let left = count;
  eachTransaction(() => {
    left -= 1;
    if (left >= 0) throw error;
  });
}

/** Counts the transactions of this process from now on, until the test ends. */
export function countTransactions(): () => number {
  let count = 0;
  eachTransaction(() => {
    count += 1;
  });
  return () => count;
}

function eachTransaction(happen: () => void): void {
  const name = `transactions-${randomUUID()}`;
  const { middlewareStack } = documentClient();
  middlewareStack.add(
    (next, context) => (args) => {
      if (String(context["commandName"]).startsWith("TransactWrite")) happen();
      return next(args);
    },
    { name, step: "initialize" },
  );
  onTestFinished(() => {
    middlewareStack.remove(name);
  });
}
