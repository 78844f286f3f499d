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

/** Fails all transactions of this process after so many more; returns how to end that. */
export function failTransactionsAfter(count: number, error: Error): () => void {
  let left = count;
  return eachTransaction(() => {
    left -= 1;
    if (left < 0) throw error;
  });
}

function eachTransaction(happen: () => void): () => void {
  const name = `transactions-${randomUUID()}`;
  const { middlewareStack } = documentClient();
  middlewareStack.add(
    (next, context) => (args) => {
      if (String(context["commandName"]).startsWith("TransactWrite")) happen();
      return next(args);
    },
    { name, step: "initialize" },
  );
  const end = (): void => void middlewareStack.remove(name);
  onTestFinished(end);
  return end;
}
