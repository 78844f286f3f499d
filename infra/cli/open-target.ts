import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { Outputs } from "#infra/outputs.ts";
import { Failure } from "#lib/failures.ts";
import { type Options, UsageError } from "./parse-options.ts";
import type { Target } from "./target.ts";

/** What a local service that runs says of itself in `cloud.json`. */
const LocalCloud = z.object({ baseUrl: z.string(), awsEndpoint: z.string(), outputs: Outputs });

/** Folder of the local service: `LOCAL_DIR`, else `.local`. */
export const localDirectory = (): string => process.env["LOCAL_DIR"] || ".local";

/** The service a command works on: the deployed stack of `--stack`, else the local one. */
export async function openTarget({ stack, region, profile }: Options): Promise<Target> {
  if (typeof stack !== "string") {
    requireNone({ region, profile });
    return localTarget(join(localDirectory(), "cloud.json"));
  }
  // Only here, because the client is large and the local service needs none.
  const { stackTarget } = await import("./stack-target.ts");
  return stackTarget(stack, {
    ...(typeof region === "string" && { region }),
    ...(typeof profile === "string" && { profile }),
  });
}

/** Of the local service nothing else can be meant, so whoever says it means another. */
function requireNone(options: Options): void {
  const given = Object.keys(options).find((name) => options[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--stack: is required with --${given}`);
}

async function localTarget(file: string): Promise<Target> {
  try {
    return LocalCloud.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") throw notRunning();
    throw error;
  }
}

/** Nothing answers where the local service should be. */
export const notRunning = (): Failure =>
  new Failure(
    "temporarily_unavailable",
    "The local service is not running. Start it with `npm start`, or name a deployed service with --stack.",
  );
