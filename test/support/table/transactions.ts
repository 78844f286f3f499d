import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { interceptInTest } from "./table-calls.ts";

/** Makes a number of next transactions of this process fail, until the test ends. */
export function failNextTransactions(count: number, error: Error): void {
  let left = count;
  eachTransaction(() => {
    left -= 1;
    if (left >= 0) throw error;
  });
}

/** Makes all transactions of this process fail after a number of further ones. Returns a function that ends this. */
export function failTransactionsAfter(count: number, error: Error): () => void {
  let left = count;
  return eachTransaction(() => {
    left -= 1;
    if (left < 0) throw error;
  });
}

const eachTransaction = (run: () => void): (() => void) =>
  interceptInTest(async ({ command, send }) => {
    if (command instanceof TransactWriteCommand) run();
    return send();
  });
