import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Demo } from "#infra/cli/demo.ts";
import { callEngine } from "./aws/engine-call.ts";
import type { Cloud } from "./cloud.ts";

const Count = z.object({ Count: z.number() });

/** Fills an empty table with demo data and keeps what it takes to use it; answers what was kept, now or before. */
export async function prepareDemo(cloud: Cloud, directory: string): Promise<Demo | undefined> {
  const file = join(directory, "demo.json");
  if (await isEmpty(cloud)) {
    const { seedDemo } = await import("#infra/cli/demo.ts");
    const demo = await seedDemo(cloud);
    writeFileSync(file, JSON.stringify(demo, null, 2));
    return demo;
  }
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

async function isEmpty({ tableEndpoint, outputs }: Cloud): Promise<boolean> {
  const request = { TableName: outputs.TableName, Limit: 1, Select: "COUNT" };
  return Count.parse(await callEngine(tableEndpoint, "DynamoDB_20120810.Scan", request)).Count === 0;
}
