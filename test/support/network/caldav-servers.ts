import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort } from "#test/support/cloud/free-port.ts";

export const CREDENTIALS = { username: "ann", password: "secret 1:2" };

/** A CalDAV server on this machine, with a folder of its own. */
export interface CalDavServer {
  /** Its root. */
  url: string;
  /** The URL of a calendar of Ann's. */
  calendarUrl: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** How a server is started. It must be installed as Debian's package of the same name. */
interface Program {
  command: string;
  /** Prepares a folder and returns the arguments. */
  prepare: (folder: string, port: number) => string[];
  calendarPath: string;
}

export const RADICALE: Program = {
  command: "/usr/bin/radicale",
  calendarPath: "/ann/work/",
  prepare: (folder, port) => {
    const collection = join(folder, "collections", "collection-root", "ann", "work");
    mkdirSync(collection, { recursive: true });
    const properties = {
      tag: "VCALENDAR",
      "D:displayname": "Work",
      "C:supported-calendar-component-set": "VEVENT",
    };
    writeFileSync(join(collection, ".Radicale.props"), JSON.stringify(properties));
    writeFileSync(join(folder, "users"), `${CREDENTIALS.username}:${CREDENTIALS.password}\n`);
    const settings = [
      ...["[server]", `hosts = 127.0.0.1:${port}`],
      ...["[auth]", "type = htpasswd", `htpasswd_filename = ${folder}/users`, "htpasswd_encryption = plain"],
      ...["[storage]", `filesystem_folder = ${folder}/collections`, "[logging]", "level = error"],
    ];
    writeFileSync(join(folder, "config"), settings.join("\n"));
    return ["--config", join(folder, "config")];
  },
};

export const XANDIKOS: Program = {
  command: "/usr/bin/xandikos",
  calendarPath: "/ann/calendars/calendar/",
  prepare: (folder, port) => [
    ...["--directory", folder, "--defaults", "--current-user-principal", "/ann/"],
    ...["--listen-address", "127.0.0.1", "--port", String(port)],
  ],
};

/** Starts a server for one test. */
export async function startCalDavServer({ command, prepare, calendarPath }: Program): Promise<CalDavServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const arguments_ = prepare(mkdtempSync(join(tmpdir(), "caldav-")), port);
  let running: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    running = spawn(command, arguments_, { stdio: "ignore" });
    for (let tries = 0; tries < 300 && !(await responds(url)); tries += 1) await sleep(100);
  };
  const stop = async (): Promise<void> => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill("SIGKILL");
    await once(running, "exit");
  };
  onTestFinished(stop);
  await start();
  return { url: `${url}/`, calendarUrl: `${url}${calendarPath}`, start, stop };
}

async function responds(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { redirect: "manual" })).status > 0;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
