import { AsyncLocalStorage } from "node:async_hooks";
import { SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { interceptTable } from "#test/support/table/table-calls.ts";

const WRITES = /^(TransactWrite|Put|Update|Delete|BatchWrite)/;

/** After which effect of which function, or of which name, a function is killed: 1 is the first one. */
export interface Kill {
  name: string;
  count: number;
}

/** A run of a function. After it was killed, none of its calls succeeds. */
interface FunctionRun {
  name: string;
  isKilled: boolean;
}

/** Runs functions, and kills one of them right after an effect. */
export interface Killer {
  /** Runs a function. Returns undefined if it was killed. */
  run<T>(name: string, run: () => Promise<T>): Promise<T | undefined>;
  /** Makes something that is an effect of the function that calls it, counted under this name. */
  effect<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** The name of the function that was killed. */
  killed(): string | undefined;
  /** The names of the functions that had the effects until now, or those of the effects. */
  effects(): readonly string[];
}

/**
 * Runs a test that kills a function right after one of its effects: a write to the table, a call that sends messages to a queue, or an effect
 * that the test declares.
 */
export async function killAfter<T>(kill: Kill | undefined, test: (killer: Killer) => Promise<T>): Promise<T> {
  const runs = new AsyncLocalStorage<FunctionRun>();
  const effects: string[] = [];
  let killed: string | undefined;

  async function call<T>(send: () => Promise<T>, isEffect: boolean, of?: string): Promise<T> {
    const run = runs.getStore();
    if (!run) return send();
    if (run.isKilled) throw new Error("killed");
    const answer = await send();
    if (isEffect) {
      const name = of ?? run.name;
      effects.push(name);
      const { length } = effects.filter((other) => other === name);
      run.isKilled = name === kill?.name && length === kill.count;
    }
    if (run.isKilled) throw new Error("killed");
    return answer;
  }

  async function run<T>(name: string, start: () => Promise<T>): Promise<T | undefined> {
    const self: FunctionRun = { name, isKilled: false };
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
    return await test({
      run,
      effect: (name, make) => call(make, true, name),
      killed: () => killed,
      effects: () => effects,
    });
  } finally {
    queues.restore();
    restoreTable();
  }
}
