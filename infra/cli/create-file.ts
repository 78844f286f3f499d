import { randomUUID } from "node:crypto";
import { lstat, rename, writeFile } from "node:fs/promises";
import { Failure } from "#lib/failures.ts";
import { withTemporaryPath } from "./temporary-path.ts";

/**
 * Creates a file that only its owner can read. `write` writes a temporary file, which is renamed when it is complete. An existing file is
 * never changed.
 *
 * @throws {Failure} `conflict`, before `write` is called, if the file exists
 */
export async function createFile<T>(file: string, write: (temporaryFile: string) => Promise<T>): Promise<T> {
  await requireMissing(file);
  const temporaryFile = `${file}.${randomUUID()}.part`;
  return withTemporaryPath(temporaryFile, async () => {
    await writeFile(temporaryFile, "", { mode: 0o600, flag: "wx" });
    const written = await write(temporaryFile);
    await requireMissing(file);
    await rename(temporaryFile, file);
    return written;
  });
}

async function requireMissing(file: string): Promise<void> {
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (found) throw new Failure("conflict", `${file} already exists.`);
}
