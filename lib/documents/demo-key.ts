import { readFile } from "node:fs/promises";
import * as z from "zod";
import { setting } from "#lib/platform/env.ts";

const DemoFile = z.object({ users: z.object({ alice: z.object({ apiKey: z.string() }) }) });

/** The API key of Alice of the demo data. Undefined without demo data, and in every deployed service: `DEMO_FILE` is not set there. */
export async function findDemoKey(): Promise<string | undefined> {
  const file = setting("DEMO_FILE");
  const text = file && (await readFile(file, "utf8").catch(() => undefined));
  return text ? DemoFile.parse(JSON.parse(text)).users.alice.apiKey : undefined;
}
