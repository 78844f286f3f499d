import { AsyncLocalStorage } from "node:async_hooks";
import { SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { interceptTable } from "#test/support/table/table-calls.ts";

const WRITES = /^(TransactWrite|Put|Update|Delete|BatchWrite)/;

/** A run of a function. After it was killed, none of its calls succeeds. */
interface FunctionRun {
  isKilled: boolean;
}

/** Runs functions, and kills one of them right after an effect. */
export interface Killer {
  /** Runs a function. Returns undefined if it was killed. */
  run<T>(name: string, run: () => Promise<T>): Promise<T | undefined>;
  /** Makes something that is an effect of the function that calls it. */
  effect<T>(make: () => Promise<T>): Promise<T>;
  /** The name of the function that was killed. */
  killed(): string | undefined;
}

/**
 * Runs a test that kills a function right after the n-th effect of all functions together: a write to the table, a call that sends messages to a
 * queue, or an effect that the test declares.
 */
export async function killAfter<T>(count: number, test: (killer: Killer) => Promise<T>): Promise<T> {
  const runs = new AsyncLocalStorage<FunctionRun>();
  let effects = 0;
  let killed: string | undefined;

  async function call<T>(send: () => Promise<T>, isEffect: boolean): Promise<T> {
    const run = runs.getStore();
    if (!run) return send();
    if (run.isKilled) throw new Error("killed");
    const answer = await send();
    if (isEffect) effects += 1;
    if (isEffect && effects === count) run.isKilled = true;
    if (run.isKilled) throw new Error("killed");
    return answer;
  }

  async function run<T>(name: string, start: () => Promise<T>): Promise<T | undefined> {
    const self: FunctionRun = { isKilled: false };
    try {
      const result = await runs.run(self, start);
      if (!self.isKilled) return result;
    } catch (error) {
      if (!self.isKilled) throw error;
    }
    killed = name;
    return undefined;
  }

  const restoreTable = interceptTable(({ command, send }) =>
    call(send, WRITES.test(command.constructor.name)),
  );
  const { send } = SQSClient.prototype;
  const queues = mockClient(SQSClient);
  queues.send.callsFake(function (this: SQSClient, command) {
    return call(() => Reflect.apply(send, this, [command]), true);
  });
  try {
    return await test({ run, effect: (make) => call(make, true), killed: () => killed });
  } finally {
    queues.restore();
    restoreTable();
  }
}
