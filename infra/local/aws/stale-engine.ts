import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const pidFile = (directory: string): string => join(directory, "engine.pid");

/** Remembers the engine started on a folder. */
export const keepEngine = (directory: string, pid: number): void =>
  writeFileSync(pidFile(directory), String(pid));

/** Stops the engine a killed process left on a database file, and waits until it is gone. */
export async function stopStaleEngine(directory: string, databaseFile: string): Promise<void> {
  if (!existsSync(pidFile(directory))) return;
  const pid = Number(readFileSync(pidFile(directory), "utf8"));
  // The number may belong to another program by now, so only a command line that names the file counts.
  if (!Number.isInteger(pid) || pid <= 0 || !commandLine(pid).includes(databaseFile)) return;
  kill(pid);
  while (commandLine(pid).includes(databaseFile)) await pause(5);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it ended by itself in between
  }
}

function commandLine(pid: number): string {
  try {
    if (existsSync("/proc/self/cmdline")) return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}
