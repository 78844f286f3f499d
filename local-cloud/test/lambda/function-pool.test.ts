import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { FunctionPool } from "#local-cloud/lambda/function-pool.ts";
import type { Instance, Outcome } from "#local-cloud/lambda/instance.ts";

const machine = vi.hoisted(() => ({ idleShare: 1, idle: 0, pauses: [] as number[], started: 0 }));
const SUCCEEDED: Outcome = { kind: "succeeded", payload: "" };
let invoke: Instance["invoke"];

vi.mock(import("node:os"), async (original) => {
  const os = await original();
  const [cpu] = os.cpus();
  if (cpu === undefined) throw new Error("the machine has no core");
  return { ...os, cpus: () => [{ ...cpu, times: { ...cpu.times, idle: machine.idle } }] };
});
vi.mock(import("node:timers/promises"), async (original) => {
  const timers = await original();
  const pause: typeof timers.setTimeout = async (milliseconds = 0, value) => {
    machine.pauses.push(milliseconds);
    machine.idle += milliseconds * machine.idleShare;
    return timers.setImmediate(value);
  };
  return { ...timers, setTimeout: pause };
});
vi.mock(import("#local-cloud/lambda/instance.ts"), () => ({
  startInstance: () => {
    machine.started += 1;
    return { isAlive: () => true, invoke: (call) => invoke(call), close: async () => {} };
  },
}));

beforeEach(() => {
  Object.assign(machine, { idleShare: 1, idle: 0, pauses: [], started: 0 });
});

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

function callEndlessly(pool: FunctionPool, calls: number): void {
  invoke = () => new Promise(() => {});
  for (let call = 0; call < calls; call += 1) void pool.invoke({ requestId: "", event: "", traceHeader: "" });
}

test("the more instances run, the longer a core must be idle before another one starts", async () => {
  callEndlessly(poolOf(10), 11);
  await vi.waitFor(() => expect(machine.started).toBe(10));
  expect(machine.pauses).toEqual([25, 25, 25, 25, 50, 50, 50, 50, 75]);
});

test("without an idle core, an instance starts after four waits for each that runs", async () => {
  machine.idleShare = 0.4;
  callEndlessly(poolOf(3), 4);
  await vi.waitFor(() => expect(machine.started).toBe(3));
  expect(machine.pauses).toEqual(Array(4 + 8).fill(25));
});

test("a second instance starts while calls wait, even if each waits only for a short time", async () => {
  const pool = poolOf(2);
  invoke = async () => {
    await turn();
    return SUCCEEDED;
  };
  const callRepeatedly = async (): Promise<void> => {
    while (machine.started < 2) await pool.invoke({ requestId: "", event: "", traceHeader: "" });
  };
  await Promise.all([callRepeatedly(), callRepeatedly(), callRepeatedly()]);
  expect(machine.pauses).toEqual([25]);
});
