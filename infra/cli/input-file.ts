import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { UsageError } from "./parse-options.ts";
import { withTemporaryPath } from "./temporary-path.ts";

/** Runs a function with the path of a file. If it is `-`, standard input is first written to a temporary file. */
export async function withInputFile<T>(name: string, run: (file: string) => Promise<T>): Promise<T> {
  if (name !== "-") {
    await requireFile(name);
    return run(name);
  }
  const file = join(tmpdir(), `almanac-import-${randomUUID()}`);
  return withTemporaryPath(file, async () => {
    await pipeline(process.stdin, createWriteStream(file, { mode: 0o600, flags: "wx" }));
    return run(file);
  });
}

async function requireFile(name: string): Promise<void> {
  const found = await stat(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!found?.isFile()) throw new UsageError(`${name} is not a file.`);
}
