import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";

/** A benchmark with an unhandled rejection, after it has printed the process id of its local cloud. */
const CRASH = `
  import { withCloudProcess } from "./bench/cloud-process.ts";
  await withCloudProcess(async ({ pid }) => {
    console.log(pid);
    Promise.reject(new Error("the benchmark failed"));
    await new Promise(() => {});
  });
`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it("a benchmark that crashes stops its local cloud", async () => {
  const program = spawn(process.execPath, ["--input-type=module", "-e", CRASH], { cwd: PROJECT });
  const [printed, errors, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, "exit"),
  ]);
  const pid = Number(printed);
  expect([code, errors]).toEqual([1, expect.stringContaining("the benchmark failed")]);
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => isRunning(pid), { timeout: 60_000, interval: 50 }).toBe(false);
});
