import { cancelled } from "./aws-errors.ts";
import { interceptTable } from "./table-calls.ts";

/** Runs a function between the reads of the next transaction and the transaction. */
export function beforeNextTransaction(run: () => Promise<unknown>): void {
  atNext("TransactWriteItems", async (send) => {
    await run();
    return send();
  });
}

/** Runs a function before the next update of one item. */
export function beforeNextUpdate(run: () => Promise<unknown>): void {
  atNext("UpdateItem", async (send) => {
    await run();
    return send();
  });
}

/** Runs a function before the next item is read. Concurrent reads are sent before it. */
export function beforeNextGet(run: () => Promise<unknown>): void {
  atNext("GetItem", async (send) => {
    await run();
    return send();
  });
}

/** Replaces the response of the next transaction by a conflict, as if a repetition met the transaction that is still running. */
export function loseNextResponse(): void {
  atNext("TransactWriteItems", async (send) => {
    await send();
    throw cancelled({ Code: "TransactionConflict" });
  });
}

/** Replaces the next call of an operation. */
function atNext(awaited: string, act: (send: () => Promise<string>) => Promise<string>): void {
  const end = interceptTable(({ operation, send }) => {
    if (operation !== awaited) return send();
    end();
    return act(send);
  });
}
