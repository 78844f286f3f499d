import { interceptInTest } from "#test/support/table/table-calls.ts";

const WRITES = /^(TransactWrite|Put|Update|Delete|BatchWrite)/;

/**
 * Runs a function that stops after its n-th write to the table, like a killed process: all later calls of the table fail. Returns
 * whether it was stopped.
 */
export async function stopAfterWrites(count: number, run: () => Promise<unknown>): Promise<boolean> {
  let writes = 0;
  const restore = interceptInTest(async ({ command, send }) => {
    if (writes === count) throw new Error("stopped");
    const answer = await send();
    if (WRITES.test(command.constructor.name)) writes += 1;
    return answer;
  });
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
