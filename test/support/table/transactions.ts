import { interceptInTest } from "./table-calls.ts";

/** Lets the next transactions of this process fail, so many of them, until the test ends. */
export function failNextTransactions(count: number, error: Error): void {
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

const eachTransaction = (happen: () => void): (() => void) =>
  interceptInTest(async ({ operation, send }) => {
    if (operation === "TransactWriteItems") happen();
    return send();
  });
