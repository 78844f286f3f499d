import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { documentClient } from "#lib/table/client.ts";

/** Lets something else happen, to its end, between what the next transaction was decided on and itself. */
export function beforeNextTransaction(happen: () => Promise<unknown>): void {
  atNext("TransactWrite", async (send) => {
    await happen();
    return send();
  });
}

/** The same between what the next update of one item was decided on and itself. */
export function beforeNextUpdate(happen: () => Promise<unknown>): void {
  atNext("UpdateItemCommand", async (send) => {
    await happen();
    return send();
  });
}

/** Loses the answer of the next transaction; asked for again, it is in conflict with what is still under way. */
export function loseNextAnswer(): void {
  atNext("TransactWrite", async (send) => {
    await send();
    throw new TransactionCanceledException({
      message: "in conflict",
      $metadata: {},
      CancellationReasons: [{ Code: "TransactionConflict" }],
    });
  });
}

/** Acts in place of the next call whose command begins so. */
function atNext(command: string, act: <T>(send: () => Promise<T>) => Promise<T>): void {
  const name = "interposed";
  const { middlewareStack } = documentClient();
  middlewareStack.add(
    (next, context) => (args) => {
      if (!String(context["commandName"]).startsWith(command)) return next(args);
      middlewareStack.remove(name);
      return act(() => next(args));
    },
    { name, step: "initialize" },
  );
}
