import { sweepExpired } from "#infra/local/aws/sweep-expired.ts";
import type { TableDefinition } from "#infra/local/aws/types.ts";
import type { Poller } from "./events/queue-poller.ts";

const EVERY_MILLISECONDS = 60_000;
/** A sweep reads the whole table, so a large table is swept more rarely: at most a hundredth of the time. */
const REST_PER_SWEEP = 100;

/** Deletes expired items about every minute, which DynamoDB does and the engine does not. */
export function sweepTables(endpoint: string, tables: readonly TableDefinition[]): Poller {
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  let stopped = false;
  const sweep = async (): Promise<void> => {
    const started = performance.now();
    for (const table of tables) await sweepExpired(endpoint, table);
    plan(Math.max(EVERY_MILLISECONDS, (performance.now() - started) * REST_PER_SWEEP));
  };
  const plan = (milliseconds: number): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      // An engine that does not answer this time is asked again next time.
      running = sweep().catch((error: unknown) => {
        console.error(error);
        plan(EVERY_MILLISECONDS);
      });
    }, milliseconds);
  };
  plan(EVERY_MILLISECONDS);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
