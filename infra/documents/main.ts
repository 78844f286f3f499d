/**
 * Writes the documents that are generated from the code, or only those of one folder; with `--check` it only tells which
 * are stale, and fails.
 *
 * Usage: node infra/documents/main.ts [--check] [folder]
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT } from "#infra/project.ts";
import { renderDocuments } from "./render.ts";

const checks = process.argv.includes("--check");
const folder = process.argv.slice(2).find((argument) => !argument.startsWith("-")) ?? "";
for (const [path, content] of await renderDocuments()) {
  if (!path.startsWith(folder)) continue;
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
