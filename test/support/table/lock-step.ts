import { onTestFinished } from "vitest";
import { interceptTable } from "./table-calls.ts";

/**
 * Lets calls of the table that run at the same time end together, until the test ends or the returned function is called. So the number of round
 * trips does not depend on which of two parallel chains is faster.
 */
export function callInLockStep(): () => void {
  let running = 0;
  let waiting: (() => void)[] = [];
  const end = interceptTable(async ({ send }) => {
    running += 1;
    try {
      return await send();
    } finally {
      running -= 1;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      if (running === 0) {
        for (const release of waiting) release();
        waiting = [];
      }
      await promise;
    }
  });
  onTestFinished(end);
  return end;
}
