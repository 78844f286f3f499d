import { onTestFinished } from "vitest";
import { documentClient } from "#lib/table/client.ts";

const WRITES = /^(TransactWrite|PutItem|Put|Update|Delete|BatchWrite)/;

/**
 * Runs something that ends behind its n-th write to the table, as a process that is killed: whatever it asks the table for then fails. Answers
 * whether it came that far.
 */
export async function cutOffBehind(count: number, run: () => Promise<unknown>): Promise<boolean> {
  const name = "cut-off";
  const { middlewareStack } = documentClient();
  let writes = 0;
  middlewareStack.add(
    (next, context) => async (args) => {
      if (writes === count) throw new Error("cut off");
      const answer = await next(args);
      if (WRITES.test(String(context["commandName"]))) writes += 1;
      return answer;
    },
    { name, step: "initialize" },
  );
  const restore = (): boolean => middlewareStack.remove(name);
  onTestFinished(() => void restore());
  try {
    await run();
    return false;
  } catch (error) {
    if (writes < count) throw error;
    return true;
  } finally {
    restore();
  }
}
