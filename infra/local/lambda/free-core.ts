import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** Waits, and resolves to whether half a core of this machine or more was idle meanwhile. */
export async function hadFreeCore(milliseconds: number): Promise<boolean> {
  const before = idleMilliseconds();
  await pause(milliseconds);
  return idleMilliseconds() - before >= milliseconds / 2;
}

/** Time that all cores together were idle since the start of the machine. */
const idleMilliseconds = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
