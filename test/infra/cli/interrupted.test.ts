import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { watch } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";

/** Starts a command as a separate process that writes temporary files to the folder. */
function start(directory: string, args: readonly string[]): ChildProcess {
  const env = { ...process.env, LOCAL_DIR: directory, TMPDIR: directory };
  const program = spawn(process.execPath, ["infra/cli/main.ts", ...args], {
    cwd: PROJECT,
    env,
    stdio: "pipe",
  });
  onTestFinished(() => void program.kill("SIGKILL"));
  return program;
}

/** Interrupts a command like Ctrl-C. Returns the signal that ended the process. */
async function interrupt(program: ChildProcess): Promise<unknown> {
  const ended = once(program, "exit");
  program.kill("SIGINT");
  return (await ended)[1];
}

/** Starts a server that returns one page of the table, and does not respond to the request for the next one. */
async function startTable(): Promise<{ url: string; secondRequest: Promise<void> }> {
  const { promise: secondRequest, resolve } = Promise.withResolvers<void>();
  const key = { pk: { S: "H#1" }, sk: { S: "#" } };
  let pages = 0;
  const server = createServer((_, response) => {
    pages += 1;
    if (pages > 1) resolve();
    else response.end(JSON.stringify({ Items: [key], LastEvaluatedKey: key }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secondRequest };
}

test("an interrupted backup deletes its file", async () => {
  const { url, secondRequest } = await startTable();
  const directory = useLocalDirectory(targetOf(url));
  const program = start(directory, ["backup", "export", join(directory, "almanac.jsonl")]);
  await secondRequest;
  expect(readdirSync(directory)).toEqual([expect.stringMatching(/^almanac\.jsonl\..+\.part$/), "cloud.json"]);
  expect(await interrupt(program)).toBe("SIGINT");
  expect(readdirSync(directory)).toEqual(["cloud.json"]);
});

test("an interrupted import deletes its copy of standard input", async () => {
  const directory = useLocalDirectory(targetOf("http://127.0.0.1:1"));
  const changes = watch(directory)[Symbol.asyncIterator]();
  const changed = changes.next();
  const program = start(directory, ["import", "-", "--rejected", "/dev/null"]);
  program.stdin?.write('{"type":"user"}\n');
  await changed;
  await changes.return?.();
  expect(readdirSync(directory)).toHaveLength(2);
  expect(await interrupt(program)).toBe("SIGINT");
  expect(readdirSync(directory)).toEqual(["cloud.json"]);
});
