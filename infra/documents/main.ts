/**
 * Writes the generated documents, and the JSON Schemas to `.build`. With `--check` it writes nothing, lists stale documents, and fails
 * if there are any.
 *
 * Usage: node infra/documents/main.ts [--check]
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PROJECT } from "#infra/project.ts";
import { renderDocuments, renderSchemas } from "./render.ts";

const isCheck = process.argv.includes("--check");
const documents = await renderDocuments();
for (const [path, content] of isCheck ? documents : [...documents, ...renderSchemas()]) {
  const file = join(PROJECT, path);
  const current = await readFile(file, "utf8").catch(() => undefined);
  if (current === content) continue;
  if (isCheck) {
    console.error(`${path} is stale: run \`npm run documents\``);
    process.exitCode = 1;
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    console.log(`wrote ${path}`);
  }
}
