import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";

const RELEASED = join(PROJECT, "docs/released");
const Report = z.object({
  changes: z.array(
    z.object({ impact: z.string(), path: z.string(), verdicts: z.array(z.object({ message: z.string() })) }),
  ),
});
const Info = z.looseObject({ info: z.object({ version: z.string() }) });

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "almanac-released-"));
});
afterAll(() => rm(directory, { recursive: true }));

/** What breaks clients of one document that meet another. */
async function breakingChanges(before: string, after: string): Promise<string[]> {
  const command = ["diff", before, after, "--format=json", "--fail-on=none", "--config=redocly.yaml"];
  const { stdout } = await promisify(execFile)("node_modules/.bin/redocly", command, { cwd: PROJECT });
  return Report.parse(JSON.parse(stdout))
    .changes.filter(({ impact }) => impact === "major")
    .flatMap(({ verdicts, path }) => verdicts.map(({ message }) => `${message} (${path})`));
}

const newestRelease = async (): Promise<string> => {
  const files = (await readdir(RELEASED)).filter((file) => file.startsWith("openapi-"));
  const [newest = ""] = files.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return join(RELEASED, newest);
};
const versionIn = async (file: string): Promise<string> =>
  Info.parse(JSON.parse(await readFile(file, "utf8"))).info.version;

it("the document breaks no client of the last released one, unless its major version says so", async () => {
  const [released, current] = [await newestRelease(), join(PROJECT, "docs/openapi.json")];
  const majors = await Promise.all(
    [released, current].map(async (file) => (await versionIn(file)).split(".")[0]),
  );
  if (majors[0] === majors[1]) expect(await breakingChanges(released, current)).toEqual([]);
});

describe("a breaking change", () => {
  interface Document {
    paths: Record<string, Record<string, { parameters: object[] }>>;
    components: { schemas: Record<string, { properties: object; required: string[]; enum: string[] }> };
  }
  const BREAKING: Record<string, (document: Document) => void> = {
    "an operation that is gone": ({ paths }) => delete paths["/bookings"]?.["get"],
    "a field that is gone": ({ components }) =>
      Reflect.deleteProperty(components.schemas["Booking"]?.properties ?? {}, "uid"),
    "a field that must be sent": ({ components }) =>
      components.schemas["AttendeeCreate"]?.required.push("locale"),
    "a value that is gone": ({ components }) => components.schemas["MembershipRole"]?.enum.pop(),
  };

  it.each(Object.entries(BREAKING))("is found: %s", async (name, change) => {
    const released = await newestRelease();
    const document = JSON.parse(await readFile(released, "utf8"));
    change(document);
    const changed = join(directory, `${name}.json`);
    await writeFile(changed, JSON.stringify(document));
    expect(await breakingChanges(released, changed)).toHaveLength(1);
    expect(await breakingChanges(changed, released)).not.toContainEqual(expect.stringContaining("removed"));
  });
});
