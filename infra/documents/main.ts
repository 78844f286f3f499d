/**
 * Writes the generated documents, or only those of one folder. With `--check` it writes nothing, lists stale documents, and fails if
 * there are any.
 *
 * Usage: node infra/documents/main.ts [--check] [folder]
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT } from "#infra/project.ts";
import { renderDocuments } from "./render.ts";

const isCheck = process.argv.includes("--check");
const folder = process.argv.slice(2).find((argument) => !argument.startsWith("-")) ?? "";
for (const [path, content] of await renderDocuments()) {
  if (!path.startsWith(folder)) continue;
  const current = await readFile(join(PROJECT, path), "utf8").catch(() => undefined);
  if (current === content) continue;
  if (isCheck) {
    console.error(`${path} is stale: run \`npm run documents\``);
    process.exitCode = 1;
  } else {
    await writeFile(join(PROJECT, path), content);
    console.log(`wrote ${path}`);
  }
}
