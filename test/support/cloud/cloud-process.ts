import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import * as z from "zod";
import { ServiceOutputs } from "#infra/outputs.ts";
import { PROJECT } from "#infra/project.ts";

const CloudFile = z.object({
  baseUrl: z.string(),
  awsEndpoint: z.string(),
  outputs: ServiceOutputs,
});

/** The local cloud in a separate process, as `npm start` runs it. */
export interface CloudProcess extends z.output<typeof CloudFile> {
  /** Kills the process. */
  kill(): Promise<void>;
  /** Stops the process as Ctrl-C does, and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the local cloud on a folder and waits until it is ready. It is killed when the test ends. */
export async function startCloudProcess(directory: string): Promise<CloudProcess> {
  const program = spawn(process.execPath, ["infra/local/main.ts"], {
    cwd: PROJECT,
    env: { ...process.env, PORT: "0", LOCAL_DIR: directory, RATE_LIMIT_PER_MINUTE: "60000" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    program.kill("SIGKILL");
  });
  await ready(program);
  const cloud = CloudFile.parse(JSON.parse(readFileSync(join(directory, "cloud.json"), "utf8")));
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    program.kill(signal);
    if (program.exitCode === null && program.signalCode === null) await once(program, "exit");
    return program.exitCode;
  };
  return {
    ...cloud,
    async kill() {
      await end("SIGKILL");
    },
    stop: () => end("SIGTERM"),
  };
}

async function ready({ stdout }: ChildProcess): Promise<void> {
  if (!stdout) throw new Error("The local cloud has no output.");
  for await (const line of createInterface({ input: stdout })) if (line.startsWith("ready ")) return;
  throw new Error("The local cloud exited before it was ready.");
}
