import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FunctionPool } from "#local-cloud/lambda/function-pool.ts";
import type { Instance, Outcome } from "#local-cloud/lambda/instance.ts";

const SUCCEEDED: Outcome = { kind: "succeeded", payload: "" };
let invoke: Instance["invoke"];
let started: number;

function startInstance(): Instance {
  started += 1;
  return { isAlive: () => true, invoke: (call) => invoke(call), close: async () => {} };
}

beforeEach(() => {
  started = 0;
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
  new FunctionPool(
    OPTIONS,
    { maxInstances, growAfterMilliseconds: 25, idleMilliseconds: 1000 },
    startInstance,
  );

function callConcurrently(pool: FunctionPool, calls: number): void {
  for (let call = 0; call < calls; call += 1) void pool.invoke({ requestId: "", event: "", traceHeader: "" });
}

test("while calls wait, an instance is added after each interval, up to the maximum", async () => {
  invoke = () => new Promise(() => {});
  callConcurrently(poolOf(3), 9);
  const counts = [started];
  for (let interval = 0; interval < 4; interval += 1) {
    await vi.advanceTimersByTimeAsync(25);
    counts.push(started);
  }
  expect(counts).toEqual([1, 2, 3, 3, 3]);
});

test("no instance is added if no call waits any more when the interval ends", async () => {
  invoke = async () => SUCCEEDED;
  callConcurrently(poolOf(3), 9);
  await vi.advanceTimersByTimeAsync(100);
  expect(started).toBe(1);
});
