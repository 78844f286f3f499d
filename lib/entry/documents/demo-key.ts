import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { setting } from "#lib/platform/env.ts";

const DemoFile = z.object({ users: z.object({ alice: z.object({ apiKey: z.string() }) }) });

/** The API key of Alice of the demo data. Undefined without demo data, and in every deployed service: `DEMO_FILE` is not set there. */
export async function findDemoKey(): Promise<string | undefined> {
  const file = setting("DEMO_FILE");
  if (file === undefined || !existsSync(file)) return undefined;
  return DemoFile.parse(JSON.parse(await readFile(file, "utf8"))).users.alice.apiKey;
}
