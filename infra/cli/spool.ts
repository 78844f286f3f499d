import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { UsageError } from "./parse-options.ts";
import { withTemporary } from "./temporary.ts";

/** Runs a function with the name of a file. For `-`, standard input is written to a temporary file first. */
export async function withFile<T>(name: string, run: (file: string) => Promise<T>): Promise<T> {
  if (name !== "-") {
    await requireFile(name);
    return run(name);
  }
  const file = join(tmpdir(), `almanac-import-${randomUUID()}`);
  return withTemporary(file, async () => {
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
