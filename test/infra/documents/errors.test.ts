import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { FAILURES } from "#lib/failures.ts";
import { API_DOCUMENT } from "#test/support/documents/api-document.ts";

it("every code is in the API document, and some test expects it", async () => {
  expect(API_DOCUMENT.components).toMatchObject({
    schemas: { Problem: { properties: { code: { enum: Object.keys(FAILURES) } } } },
  });
  const texts: string[] = [];
  for await (const file of glob("test/**/*.ts", { cwd: PROJECT }))
    texts.push(await readFile(join(PROJECT, file), "utf8"));
  const untested = Object.keys(FAILURES).filter((code) => !texts.some((text) => text.includes(`"${code}"`)));
  expect(untested).toEqual([]);
});
