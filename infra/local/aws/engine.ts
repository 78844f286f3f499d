import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, closeSync, constants, existsSync, openSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { callEngine } from "./engine-call.ts";
import { freePort } from "./free-port.ts";
import { keepEngine, stopStaleEngine } from "./stale-engine.ts";

/** A running DynamoDB engine. */
export interface Engine {
  endpoint: string;
  stop(): Promise<void>;
}

const ATTEMPTS = 3;

/**
 * Starts the DynamoDB engine on `table.db` in the folder. The caller holds the folder (the queues' lock), so an engine
 * still running on the file was left by a killed process and is stopped first.
 */
export async function startEngine(directory: string): Promise<Engine> {
  const executable = findEngine(process.env["PATH"] ?? "");
  const file = resolve(directory, "table.db");
  await stopStaleEngine(directory, file);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const log = join(directory, "engine.log");
    const output = openSync(log, "w");
    const program = spawn(executable, ["serve", "--port", String(port), "--db-path", file], {
      detached: true,
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    const stop = bindToOurLife(program, directory);
    const endpoint = `http://127.0.0.1:${port}`;
    if (await answers(program, endpoint)) return { endpoint, stop };
    await stop();
    if (attempt === ATTEMPTS)
      throw new Error(`The DynamoDB engine did not start: ${readFileSync(log, "utf8")}`);
  }
}

/** The engine's program: the platform package, else `dynoxide` on the given PATH. */
export function findEngine(path: string): string {
  const platform = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${platform}/package.json`)), "dynoxide");
  } catch {
    const found = path
      .split(delimiter)
      .map((folder) => join(folder, "dynoxide"))
      .find(isExecutable);
    if (found !== undefined) return found;
    throw new Error(
      `No DynamoDB engine: ${platform} is not installed and dynoxide is not on the PATH. Run: npm install --global dynoxide (or set DYNAMODB_ENDPOINT to another DynamoDB endpoint)`,
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

async function answers(program: ChildProcess, endpoint: string): Promise<boolean> {
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  program.once("exit", end).once("error", end);
  while (!ended) {
    try {
      await callEngine(endpoint, "DynamoDB_20120810.ListTables", {});
      return !ended;
    } catch {
      await pause(5);
    }
  }
  return false;
}

/**
 * Makes the engine end with this process; returns the way to end it now. It has its own process group, so that Ctrl-C
 * reaches only us; a shell that waits for the end of a pipe we hold ends it when we are killed and can't.
 */
function bindToOurLife(program: ChildProcess, directory: string): () => Promise<void> {
  const { pid } = program;
  if (pid === undefined) return async () => {};
  keepEngine(directory, pid);
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
