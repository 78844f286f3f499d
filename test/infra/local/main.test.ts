import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call } from "@almanac/local-cloud/testing/http-client.ts";
import { afterEach, describe, expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { freePort } from "#test/support/cloud/free-port.ts";

/** The first start of a machine bundles and synthesizes everything. */
const FIRST_START = 120_000;

interface Run {
  process: ChildProcess;
  output(): string;
  /** Resolves with the output when it contains this text; rejects if the process exits first. */
  prints(text: string): Promise<string>;
  ended: Promise<number | string | null>;
}

const started: ChildProcess[] = [];
afterEach(() => {
  for (const process of started.splice(0)) process.kill("SIGKILL");
});

function start(directory: string, port: number | string, env: NodeJS.ProcessEnv = {}): Run {
  const process = spawn(globalThis.process.execPath, ["infra/local/main.ts"], {
    cwd: PROJECT,
    env: { ...globalThis.process.env, LOCAL_DIR: directory, PORT: String(port), ...env },
  });
  started.push(process);
  let output = "";
  const ended = once(process, "exit").then(([code, signal]) => code ?? signal);
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const prints = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      stdout.on("data", () => output.includes(text) && resolve(output));
      process.on("exit", () => reject(new Error(output)));
    });
  return { process, output: () => output, prints, ended };
}

const emptyFolder = () => mkdtemp(join(tmpdir(), "local-"));

async function occupyPort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { server, port: typeof address === "object" ? (address?.port ?? 0) : 0 };
}

describe("npm start", () => {
  it("reports a port in use and exits", async () => {
    const { server, port } = await occupyPort();
    const run = start(await emptyFolder(), port);
    expect(await run.ended).toBe(1);
    expect(run.output()).toBe(`Port ${port} is in use. Choose another one: PORT=3001 npm start\n`);
    server.close();
  });

  it("reports a missing engine in one line", async () => {
    const option = `--import=data:text/javascript,Object.defineProperty(process,'arch',{value:'sparc'})`;
    const run = start(await emptyFolder(), 0, { NODE_OPTIONS: option, PATH: "" });
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(
      /^The DynamoDB engine @dynoxide\/\w+-sparc is not installed, .*DYNAMODB_ENDPOINT.*\n$/,
    );
  });

  it.each([
    {
      port: "abc",
      directory: ".build/never-created",
      line: 'PORT must be a whole number from 0 to 65535, but is "abc".',
    },
    {
      port: 0,
      directory: "package.json",
      line: `LOCAL_DIR must be a folder, but "${join(PROJECT, "package.json")}" is not one and can't be created.`,
    },
  ])("reports an invalid setting in one line: $line", async ({ port, directory, line }) => {
    const run = start(directory, port);
    expect(await run.ended).toBe(1);
    expect(run.output()).toBe(`${line}\n`);
  });

  it(
    "serves the demo, keeps its data after a kill, and stops on a signal",
    async () => {
      const directory = await emptyFolder();
      const port = await freePort();
      const first = start(directory, port);
      const output = await first.prints("curl -H");
      expect(output).toMatch(/^Bundling .*\nStarting the table.*\nCreating the demo data/);
      const [, url = "", key = ""] = /ready (\S+)\s+demo API key: (\S+)/.exec(output) ?? [];
      expect(url).toBe(`http://127.0.0.1:${port}/v1`);
      const listed = () => call(`${url}/event-types`, { headers: { Authorization: `Bearer ${key}` } });
      const before = await listed();
      expect([before.status, JSON.parse(before.text).event_types.length > 0]).toEqual([200, true]);
      expect(JSON.parse(await readFile(join(directory, "cloud.json"), "utf8"))).toMatchObject({
        baseUrl: url,
        pid: first.process.pid,
      });

      const inUse = start(directory, 0);
      expect(await inUse.ended).toBe(1);
      expect(inUse.output()).toMatch(
        /queues\.db is in use by another process, .*LOCAL_DIR=\S+ PORT=3001 npm start\n$/,
      );

      first.process.kill("SIGKILL");
      await first.ended;
      const second = start(directory, port);
      expect(await second.prints("curl -H")).toContain(key);
      expect((await listed()).text).toBe(before.text);

      second.process.kill("SIGTERM");
      expect(await second.ended).toBe(0);
    },
    FIRST_START,
  );
});
