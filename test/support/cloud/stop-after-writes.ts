import { interceptInTest } from "#test/support/table/table-calls.ts";

const WRITES = /^(TransactWrite|Put|Update|Delete|BatchWrite)/;

/**
 * Runs something that ends behind its n-th write to the table, as a process that is killed: whatever it asks the table for then fails. Answers
 * whether it came that far.
 */
export async function stopAfterWrites(count: number, run: () => Promise<unknown>): Promise<boolean> {
  let writes = 0;
  const restore = interceptInTest(async ({ operation, send }) => {
    if (writes === count) throw new Error("cut off");
    const answer = await send();
    if (WRITES.test(operation)) writes += 1;
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
