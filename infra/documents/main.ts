/**
 * Writes the documents that are generated from the code; with `--check` it only tells which are stale, and fails.
 *
 * Usage: node infra/documents/main.ts [--check]
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT } from "#infra/project.ts";
import { renderDocuments } from "./render.ts";

const checks = process.argv.includes("--check");
for (const [path, content] of await renderDocuments()) {
  const present = await readFile(join(PROJECT, path), "utf8").catch(() => undefined);
  if (present === content) continue;
  if (checks) {
    console.error(`${path} is stale: run \`npm run documents\``);
    process.exitCode = 1;
  } else {
    await writeFile(join(PROJECT, path), content);
    console.log(`wrote ${path}`);
  }
}
