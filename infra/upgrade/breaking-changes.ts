import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";

const Report = z.object({
  changes: z.array(
    z.object({ impact: z.string(), path: z.string(), verdicts: z.array(z.object({ message: z.string() })) }),
  ),
});
const Document = z.looseObject({ info: z.object({ version: z.string() }) });

/**
 * Finds the differences between two OpenAPI documents (paths of files) that break clients of the first. There are none if
 * the major version differs.
 */
export async function findBreakingChanges(before: string, after: string): Promise<string[]> {
  if ((await readMajorVersion(before)) !== (await readMajorVersion(after))) return [];
  const command = ["diff", before, after, "--format=json", "--fail-on=none", "--config=redocly.yaml"];
  const { stdout } = await promisify(execFile)("node_modules/.bin/redocly", command, { cwd: PROJECT });
  return Report.parse(JSON.parse(stdout))
    .changes.filter(({ impact }) => impact === "major")
    .flatMap(({ verdicts, path }) => verdicts.map(({ message }) => `${message} (${path})`));
}

async function readMajorVersion(file: string): Promise<string | undefined> {
  const { info } = Document.parse(JSON.parse(await readFile(file, "utf8")));
  return info.version.split(".")[0];
}
