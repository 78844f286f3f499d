import { randomUUID } from "node:crypto";
import { createWriteStream, type Stats } from "node:fs";
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

/**
 * Requires that a file exists.
 *
 * @throws {UsageError}
 */
export async function requireFile(name: string): Promise<void> {
  const found = await findFile(name);
  if (!found?.isFile()) throw new UsageError(`${name} is not a file.`);
}

/** Whether two paths, which can be links, lead to the same file. */
export async function isSameFile(path: string, otherPath: string): Promise<boolean> {
  const [one, other] = await Promise.all([findFile(path), findFile(otherPath)]);
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

const findFile = (path: string): Promise<Stats | undefined> =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
