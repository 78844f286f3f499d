import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, { readFileSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { getEnginePath, startEngine } from "#local-cloud/aws/engine.ts";
import { StartError } from "#local-cloud/start-error.ts";
import { startLocalAws, temporaryDirectory } from "#local-cloud/testing/local-aws.ts";

const JOBS = [{ QueueName: "jobs" }, { QueueName: "orders.fifo", FifoQueue: true }];

/** Hides a file from the code under test until the test ends. */
function hideFile(hidden: string): void {
  const { existsSync } = fs;
  const spy = vi.spyOn(fs, "existsSync");
  spy.mockImplementation((path) => path !== hidden && existsSync(path));
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

/** Runs a program that uses `startAws`, kills it after this number of lines, and returns its lines. */
async function killAfter(lineCount: number, program: string): Promise<string[]> {
  const source = new URL("../../aws/start-aws.ts", import.meta.url);
  const code = `import { startAws } from ${JSON.stringify(source.href)}; ${program}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === lineCount) child.kill("SIGKILL");
  }
  return lines;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test("messages, delays, handles and deduplication survive a restart", async () => {
  const directory = temporaryDirectory();
  const options = { queues: JOBS, directory, dynamodbEndpoint: "http://127.0.0.1:9" };
  const first = await startLocalAws(options);
  const message = { body: "hello", groupId: "g", deduplicationId: "d" };
  const { messageId } = first.queues.send("orders.fifo", message);
  first.queues.send("jobs", { body: "in flight" });
  const [inFlight] = await first.queues.receive("jobs", { maxMessages: 1 });
  first.queues.send("jobs", { body: "later", delaySeconds: 900 });
  await first.close();
  const second = await startLocalAws(options);
  expect(second.queues.send("orders.fifo", message).messageId).toBe(messageId);
  expect(second.queues.counts("jobs")).toEqual({ visible: 0, inFlight: 1, delayed: 1 });
  second.queues.delete("jobs", inFlight?.receiptHandle ?? "");
  expect(second.queues.counts("jobs")).toEqual({ visible: 0, inFlight: 0, delayed: 1 });
});

test("every acknowledged message survives a kill -9", async () => {
  const directory = temporaryDirectory();
  const acknowledged = await killAfter(
    300,
    `const options = { directory: ${JSON.stringify(directory)}, callers: new Map(), tables: [], keys: [],
       queues: [{ QueueName: "jobs" }], dynamodbEndpoint: "http://127.0.0.1:9" };
     const { queues } = await startAws(options);
     for (;;) {
       console.log(queues.send("jobs", { body: "hello" }).messageId);
       await new Promise(setImmediate);
     }`,
  );
  const local = await startLocalAws({ queues: JOBS, directory, dynamodbEndpoint: "http://127.0.0.1:9" });
  const found = new Set<string>();
  while (local.queues.counts("jobs").visible > 0)
    for (const { messageId } of await local.queues.receive("jobs", { maxMessages: 10 })) found.add(messageId);
  expect(acknowledged.length).toBeGreaterThanOrEqual(300);
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
});

test("the engine stops when its process is killed, and the folder can be used again", async () => {
  const directory = temporaryDirectory();
  await killAfter(
    1,
    `await startAws({ directory: ${JSON.stringify(directory)}, callers: new Map(), tables: [], keys: [], queues: [] });
     console.log("started");
     setInterval(() => {}, 1000);`,
  );
  const pid = Number(readFileSync(join(directory, "engine.pid"), "utf8"));
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 60_000 });
  await expect(startLocalAws({ directory })).resolves.toBeDefined();
});

test.each(["/proc", "ps"])(
  "the next start stops an engine that still uses the folder, found in %s",
  async (source) => {
    // Without this file, as on macOS, the process is read with `ps`.
    if (source === "ps") hideFile("/proc/self/cmdline");
    const directory = temporaryDirectory();
    const engine = await startEngine(directory);
    const staleEngine = spawn(getEnginePath(""), [
      "serve",
      "--port",
      "0",
      "--db-path",
      join(directory, "table.db"),
    ]);
    onTestFinished(async () => {
      staleEngine.kill("SIGKILL");
    });
    await engine.stop();
    writeFileSync(join(directory, "engine.pid"), String(staleEngine.pid));
    const exited = once(staleEngine, "exit");
    await startLocalAws({ directory });
    await expect(exited).resolves.toEqual([null, "SIGKILL"]);
  },
);

test("another process with the id of an old engine is not stopped", async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "engine.pid"), String(process.pid));
  await expect(startLocalAws({ directory })).resolves.toBeDefined();
});

test("a second process can't use the same folder", async () => {
  const { directory } = await startLocalAws();
  await expect(startLocalAws({ directory })).rejects.toThrow("in use by another process");
});

test("an engine that is not installed is reported in one sentence", () => {
  vi.stubGlobal(
    "process",
    Object.create(process, { platform: { value: "sunos" }, arch: { value: "sparc" } }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(() => getEnginePath("")).toThrow(StartError);
  expect(() => getEnginePath("")).toThrow(
    /^The DynamoDB engine @dynoxide\/sunos-sparc is not installed, and dynoxide is not on the PATH\.$/,
  );
});
