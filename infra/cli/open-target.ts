import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { Outputs } from "#infra/outputs.ts";
import { Failure } from "#lib/failures.ts";
import { type Options, UsageError } from "./parse-options.ts";
import type { Target } from "./target.ts";

/** The description of a running local service in `cloud.json`. */
const LocalCloud = z.object({ baseUrl: z.string(), awsEndpoint: z.string(), outputs: Outputs });

/** Folder of the local service: `LOCAL_DIR`, else `.local`. */
export const localDirectory = (): string => process.env["LOCAL_DIR"] || ".local";

/** Finds the service that a command uses: the stack of `--stack`, else the local service. */
export async function openTarget({ stack, region, profile }: Options): Promise<Target> {
  if (typeof stack !== "string") {
    requireNone({ region, profile });
    return localTarget(join(localDirectory(), "cloud.json"));
  }
  // Imported only here, because the client is large and the local service does not need it.
  const { stackTarget } = await import("./stack-target.ts");
  return stackTarget(stack, {
    ...(typeof region === "string" && { region }),
    ...(typeof profile === "string" && { profile }),
  });
}

/** Rejects options that are useless for the local service: the operator probably forgot `--stack`. */
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

/** The failure to report if the local service does not respond. */
export const notRunning = (): Failure =>
  new Failure(
    "temporarily_unavailable",
    "The local service is not running. Start it with `npm start`, or name a deployed service with --stack.",
  );
