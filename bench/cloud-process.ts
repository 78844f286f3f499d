import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { withTarget } from "#infra/cli/target.ts";
import { Outputs } from "#infra/outputs.ts";
import { PROJECT } from "#infra/project.ts";

const CloudFile = z.object({ baseUrl: z.string(), awsEndpoint: z.string(), outputs: Outputs, pid: z.int() });

/** The local cloud in a separate process, as `npm start` runs it. */
export interface CloudProcess extends z.output<typeof CloudFile> {
  /** The log lines of its functions so far. */
  functionLog(): string[];
}

/** Starts the local cloud on an empty folder, without a rate limit, and sets the environment of `lib` to it while `use` runs. */
export async function withCloudProcess<T>(use: (cloud: CloudProcess) => Promise<T>): Promise<T> {
  const { path: directory, remove } = mkdtempDisposableSync(join(tmpdir(), "almanac-bench-"));
  const program = spawn(process.execPath, ["--single-threaded-gc", join(PROJECT, "infra/local/main.ts")], {
    cwd: PROJECT,
    env: {
      ...process.env,
      PORT: "0",
      LOCAL_DIR: directory,
      RATE_LIMIT_PER_MINUTE: "1000000",
      ALLOW_INSECURE_CALENDARS: "1",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = () => program.kill("SIGTERM");
  // An unhandled rejection ends this process without running the block `finally` below.
  process.once("exit", stop);
  try {
    for await (const line of createInterface({ input: program.stdout })) if (line.startsWith("ready ")) break;
    const cloud = CloudFile.parse(JSON.parse(readFileSync(join(directory, "cloud.json"), "utf8")));
    const log = join(directory, "log/functions.log");
    // Webhooks that `lib` creates in this process can also be on this machine.
    process.env["ALLOW_INSECURE_WEBHOOKS"] = "1";
    return await withTarget(cloud, () =>
      use({ ...cloud, functionLog: () => readFileSync(log, "utf8").trimEnd().split("\n") }),
    );
  } finally {
    process.off("exit", stop);
    stop();
    if (program.exitCode === null && program.signalCode === null) await once(program, "exit");
    remove();
  }
}
