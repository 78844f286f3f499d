import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { renderDocuments } from "#infra/documents/render.ts";
import { PROJECT } from "#infra/project.ts";

it("the committed documents are current: `npm run documents` writes them", async () => {
  const documents = await renderDocuments();
  expect([...documents.keys()]).toEqual([
    "docs/openapi.json",
    "docs/command-line.md",
    "docs/deploy.md",
    "docs/scale.md",
    "docs/errors.md",
    "docs/logs.md",
    "docs/access-patterns.md",
  ]);
  for (const [path, content] of documents) {
    expect(await readFile(join(PROJECT, path), "utf8"), path).toBe(content);
  }
});
