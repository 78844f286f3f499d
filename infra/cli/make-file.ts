import { randomUUID } from "node:crypto";
import { lstat, rename, writeFile } from "node:fs/promises";
import { Failure } from "#lib/failures.ts";
import { withTemporary } from "./temporary.ts";

/**
 * Creates a file that only its owner may read. `write` fills a temporary file, which is renamed when it is complete. An existing file is never
 * changed.
 *
 * @throws {Failure} `conflict`, before `write` is called, if the file exists
 */
export async function makeFile<T>(file: string, write: (part: string) => Promise<T>): Promise<T> {
  await requireFree(file);
  const part = `${file}.${randomUUID()}.part`;
  return withTemporary(part, async () => {
    await writeFile(part, "", { mode: 0o600, flag: "wx" });
    const written = await write(part);
    await requireFree(file);
    await rename(part, file);
    return written;
  });
}

async function requireFree(file: string): Promise<void> {
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (found) throw new Failure("conflict", `${file} already exists.`);
}
