import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { findBreakingChanges } from "#infra/upgrade/breaking-changes.ts";

interface Document {
  info: { version: string };
  paths: Record<string, Record<string, { parameters: object[] }>>;
  components: { schemas: Record<string, { properties: object; required: string[]; enum: string[] }> };
}
const BREAKING: Record<string, (document: Document) => void> = {
  "a removed operation": ({ paths }) => delete paths["/bookings"]?.["get"],
  "a removed field": ({ components }) =>
    Reflect.deleteProperty(components.schemas["Booking"]?.properties ?? {}, "uid"),
  "a new required field": ({ components }) => components.schemas["AttendeeCreate"]?.required.push("locale"),
  "a removed value": ({ components }) => components.schemas["MembershipRole"]?.enum.pop(),
};
const CURRENT = join(PROJECT, "docs/openapi.json");

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "almanac-documents-"));
});
afterAll(() => rm(directory, { recursive: true }));

async function writeChanged(change: (document: Document) => void): Promise<string> {
  const document = JSON.parse(await readFile(CURRENT, "utf8"));
  change(document);
  const file = join(directory, "changed.json");
  await writeFile(file, JSON.stringify(document));
  return file;
}

describe("a breaking change of the API", () => {
  it.each(Object.entries(BREAKING))("is found: %s", async (_, change) => {
    const file = await writeChanged(change);
    expect(await findBreakingChanges(CURRENT, file)).toHaveLength(1);
    expect(await findBreakingChanges(file, CURRENT)).not.toContainEqual(expect.stringContaining("removed"));
  });

  it("is allowed in a new major version", async () => {
    const file = await writeChanged((document) => {
      delete document.paths["/bookings"];
      document.info.version = "99.0.0";
    });
    expect(await findBreakingChanges(CURRENT, file)).toEqual([]);
  });
});
