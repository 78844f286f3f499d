import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, closeSync, constants, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "#local-cloud/start-error.ts";
import { callEngine } from "./engine-call.ts";
import { getFreePort } from "./ports.ts";

/** A running DynamoDB engine. */
export interface Engine {
  endpoint: string;
  stop(): Promise<void>;
}

const ATTEMPTS = 3;

/**
 * Starts the DynamoDB engine with `table.db` in the folder. The caller has locked the folder (with the queues), so an
 * engine that already uses the file belongs to a killed process and is stopped first.
 */
export async function startEngine(directory: string): Promise<Engine> {
  const executable = getEnginePath();
  const file = resolve(directory, "table.db");
  await stopStaleEngine(directory, file);
  for (let attempt = 1; ; attempt += 1) {
    const port = await getFreePort();
    const log = join(directory, "engine.log");
    const output = openSync(log, "w");
    const program = spawn(executable, ["serve", "--port", String(port), "--db-path", file], {
      detached: true,
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    const stop = stopWithThisProcess(program, directory);
    const endpoint = `http://127.0.0.1:${port}`;
    if (await isReady(program, endpoint)) return { endpoint, stop };
    await stop();
    if (attempt === ATTEMPTS)
      throw new Error(`The DynamoDB engine did not start: ${readFileSync(log, "utf8")}`);
  }
}

/**
 * Returns the path of the engine's program: in the platform's package, or else `dynoxide` on the given PATH.
 *
 * @throws {StartError} if there is neither
 */
export function getEnginePath(path = process.env["PATH"] ?? ""): string {
  const platform = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${platform}/package.json`)), "dynoxide");
  } catch {
    const executable = path
      .split(delimiter)
      .map((folder) => join(folder, "dynoxide"))
      .find(isExecutable);
    if (executable !== undefined) return executable;
    throw new StartError(
      "engine",
      `The DynamoDB engine ${platform} is not installed, and dynoxide is not on the PATH.`,
    );
  }
}

function isExecutable(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Waits until the engine responds; false if it exits first. */
async function isReady(program: ChildProcess, endpoint: string): Promise<boolean> {
  let hasExited = false;
  const onExit = (): void => {
    hasExited = true;
  };
  program.once("exit", onExit).once("error", onExit);
  while (!hasExited) {
    try {
      await callEngine(endpoint, "DynamoDB_20120810.ListTables", {});
      return !hasExited;
    } catch {
      await pause(5);
    }
  }
  return false;
}

/**
 * Stops the engine when this process ends, and returns a function that stops it immediately. The engine has its own
 * process group, so Ctrl-C reaches only this process. If this process is killed, a pipe to a shell closes, and the shell
 * kills the engine.
 */
function stopWithThisProcess(program: ChildProcess, directory: string): () => Promise<void> {
  const { pid } = program;
  if (pid === undefined) return async () => {};
  writeFileSync(pidFile(directory), String(pid));
  const watcher = spawn("sh", ["-c", 'read -r _; kill "$0"', String(pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  program.unref();
  watcher.unref();
  return async () => {
    watcher.kill("SIGKILL");
    if (program.exitCode !== null || program.signalCode !== null) return;
    program.ref();
    program.kill("SIGTERM");
    await once(program, "exit");
  };
}

const pidFile = (directory: string): string => join(directory, "engine.pid");

/** Stops an engine that a killed process left running on a database file, and waits until it has exited. */
async function stopStaleEngine(directory: string, databaseFile: string): Promise<void> {
  if (!existsSync(pidFile(directory))) return;
  const pid = Number(readFileSync(pidFile(directory), "utf8"));
  // Another program may have this process id now, so its command line must contain the database file.
  if (!Number.isInteger(pid) || pid <= 0 || !readCommandLine(pid).includes(databaseFile)) return;
  kill(pid);
  while (readCommandLine(pid).includes(databaseFile)) await pause(5);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has exited in the meantime.
  }
}

function readCommandLine(pid: number): string {
  try {
    if (existsSync("/proc/self/cmdline")) return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    // macOS has no /proc. Without `-ww`, its `ps` prints only the first 79 characters.
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}
