import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";

/**
 * Writes to a temporary file and renames it, so that another process or thread never reads an incomplete file. The temporary file is beside the folder,
 * not in it, because CDK in another process may read all files of a function's folder.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporaryPath = `${dirname(path)}.${basename(path)}.${randomUUID()}`;
  await writeFile(temporaryPath, content);
  await rename(temporaryPath, path);
}
