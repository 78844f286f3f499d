import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { callEngine } from "@almanac/local-cloud";
import * as z from "zod";
import type { Demo } from "#infra/cli/demo.ts";
import type { Target } from "#infra/cli/target.ts";

const Count = z.object({ Count: z.number() });

/** Path of the file with the ids and secrets of the demo data. */
export const demoFile = (directory: string): string => join(resolve(directory), "demo.json");

/** A service on this machine, whose table can be read without a role. */
interface LocalService extends Target {
  tableEndpoint: string;
}

/**
 * Creates demo data in an empty table, and stores its ids and secrets and the base URL in `demo.json`. Returns the content of that file. If
 * the process is interrupted, the file `demo.unfinished` remains, and the next start continues.
 */
export async function prepareDemo(service: LocalService, directory: string): Promise<Demo | undefined> {
  const file = demoFile(directory);
  const unfinishedFile = join(directory, "demo.unfinished");
  if (!existsSync(unfinishedFile) && !(await isEmpty(service)))
    return existsSync(file) ? readDemo(file, service) : undefined;
  writeFileSync(unfinishedFile, "");
  const { createDemoFile } = await import("#infra/cli/demo-file.ts");
  const { demo } = await createDemoFile(service, file);
  rmSync(unfinishedFile);
  return demo;
}

/** Reads the file of an earlier start. The service can have another port now. */
function readDemo(file: string, { baseUrl }: LocalService): Demo {
  const before = readFileSync(file, "utf8");
  const demo: Demo = { ...JSON.parse(before), baseUrl };
  const after = `${JSON.stringify(demo, null, 2)}\n`;
  if (after !== before) writeFileSync(file, after);
  return demo;
}

async function isEmpty({ tableEndpoint, outputs }: LocalService): Promise<boolean> {
  const request = { TableName: outputs.TableName, Limit: 1, Select: "COUNT" };
  return Count.parse(await callEngine(tableEndpoint, "DynamoDB_20120810.Scan", request)).Count === 0;
}
