import { GetCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { cancelled } from "./aws-errors.ts";
import { interceptInTest, type TableCall } from "./table-calls.ts";

/** Runs a function between the reads of the next transaction and the transaction. */
export function beforeNextTransaction(run: () => Promise<unknown>): void {
  atNext(TransactWriteCommand, async (send) => {
    await run();
    return send();
  });
}

/** Runs a function after the next transaction, before its response. */
export function afterNextTransaction(run: () => Promise<unknown>): void {
  atNext(TransactWriteCommand, async (send) => {
    const response = await send();
    await run();
    return response;
  });
}

/** Runs a function before the next update of one item. */
export function beforeNextUpdate(run: () => Promise<unknown>): void {
  atNext(UpdateCommand, async (send) => {
    await run();
    return send();
  });
}

/** Runs a function before the next item is read. Concurrent reads are sent before it. */
export function beforeNextGet(run: () => Promise<unknown>): void {
  atNext(GetCommand, async (send) => {
    await run();
    return send();
  });
}

/** Replaces the response of the next transaction by a conflict, as if a repetition met the transaction that is still running. */
export function loseNextResponse(): void {
  atNext(TransactWriteCommand, async (send) => {
    await send();
    throw cancelled({ Code: "TransactionConflict" });
  });
}

/** Replaces the next call of an operation. */
function atNext(
  awaited: abstract new (...input: never[]) => object,
  act: (send: TableCall["send"]) => ReturnType<TableCall["send"]>,
): void {
  const end = interceptInTest(({ command, send }) => {
    if (!(command instanceof awaited)) return send();
    end();
    return act(send);
  });
}
