import { cancelled } from "./aws-errors.ts";
import { interceptTable } from "./table-calls.ts";

/** Lets something else happen, to its end, between what the next transaction was decided on and itself. */
export function beforeNextTransaction(happen: () => Promise<unknown>): void {
  atNext("TransactWriteItems", async (send) => {
    await happen();
    return send();
  });
}

/** The same between what the next update of one item was decided on and itself. */
export function beforeNextUpdate(happen: () => Promise<unknown>): void {
  atNext("UpdateItem", async (send) => {
    await happen();
    return send();
  });
}

/** Lets something else happen, to its end, before the next item is read; other reads of the same moment are sent before it. */
export function beforeNextGet(happen: () => Promise<unknown>): void {
  atNext("GetItem", async (send) => {
    await happen();
    return send();
  });
}

/** Loses the answer of the next transaction; asked for again, it is in conflict with what is still under way. */
export function loseNextResponse(): void {
  atNext("TransactWriteItems", async (send) => {
    await send();
    throw cancelled({ Code: "TransactionConflict" });
  });
}

/** Acts in place of the next call of an operation. */
function atNext(awaited: string, act: (send: () => Promise<string>) => Promise<string>): void {
  const end = interceptTable(({ operation, send }) => {
    if (operation !== awaited) return send();
    end();
    return act(send);
  });
}
