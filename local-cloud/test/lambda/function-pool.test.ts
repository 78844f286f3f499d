import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { FunctionPool } from "#local-cloud/lambda/function-pool.ts";
import type { Instance, Outcome } from "#local-cloud/lambda/instance.ts";

// The mocks below replace modules that an earlier file of this worker has loaded.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());
const machine = vi.hoisted(() => ({ started: 0 }));
const SUCCEEDED: Outcome = { kind: "succeeded", payload: "" };
let invoke: Instance["invoke"];

vi.mock(import("#local-cloud/lambda/instance.ts"), () => ({
  startInstance: () => {
    machine.started += 1;
    return { isAlive: () => true, invoke: (call) => invoke(call), close: async () => {} };
  },
}));

beforeEach(() => {
  machine.started = 0;
  vi.useFakeTimers();
});

afterEach(() => vi.useRealTimers());

const OPTIONS = {
  name: "work",
  folder: "",
  handler: "",
  memoryMegabytes: 128,
  timeoutSeconds: 1,
  environment: {},
  print: () => {},
};
const poolOf = (maxInstances: number): FunctionPool =>
  new FunctionPool(OPTIONS, { maxInstances, growAfterMilliseconds: 25, idleMilliseconds: 1000 });

function callConcurrently(pool: FunctionPool, calls: number): void {
  for (let call = 0; call < calls; call += 1) void pool.invoke({ requestId: "", event: "", traceHeader: "" });
}

test("while calls wait, an instance is added after each interval, up to the maximum", async () => {
  invoke = () => new Promise(() => {});
  callConcurrently(poolOf(3), 9);
  const started = [machine.started];
  for (let interval = 0; interval < 4; interval += 1) {
    await vi.advanceTimersByTimeAsync(25);
    started.push(machine.started);
  }
  expect(started).toEqual([1, 2, 3, 3, 3]);
});

test("no instance is added if no call waits any more when the interval ends", async () => {
  invoke = async () => SUCCEEDED;
  callConcurrently(poolOf(3), 9);
  await vi.advanceTimersByTimeAsync(100);
  expect(machine.started).toBe(1);
});
