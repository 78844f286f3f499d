import { documentClient } from "#lib/table/client.ts";

/** Lets something else happen, to its end, between what the next transaction was decided on and itself. */
export function beforeNextTransaction(happen: () => Promise<unknown>): void {
  const name = "interposed";
  const { middlewareStack } = documentClient();
  middlewareStack.add(
    (next, context) => async (args) => {
      if (String(context["commandName"]).startsWith("TransactWrite")) {
        middlewareStack.remove(name);
        await happen();
      }
      return next(args);
    },
    { name, step: "initialize" },
  );
}
