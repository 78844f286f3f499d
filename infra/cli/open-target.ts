import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { Outputs } from "#infra/outputs.ts";
import { Failure } from "#lib/failures.ts";
import { type Options, UsageError } from "./parse-options.ts";
import type { Target } from "./target.ts";

/** The content of `cloud.json`, which describes the running local service. */
const LocalCloud = z.object({ baseUrl: z.string(), awsEndpoint: z.string(), outputs: Outputs });

/** The folder of the local service: `LOCAL_DIR`, or `.local` if that is unset or empty. */
export const localDirectory = (): string => process.env["LOCAL_DIR"] || ".local";

/** Finds the service that a command uses: the stack of `--stack`, or the local service. */
export async function openTarget({ stack, region, profile }: Options): Promise<Target> {
  if (typeof stack !== "string") {
    rejectStackOptions({ region, profile });
    return readLocalTarget(join(localDirectory(), "cloud.json"));
  }
  // Imported dynamically, because the AWS client is large and the local service does not need it.
  const { getStackTarget } = await import("./stack-target.ts");
  return getStackTarget(stack, {
    ...(typeof region === "string" && { region }),
    ...(typeof profile === "string" && { profile }),
  });
}

/** Rejects options that need `--stack`, which the operator probably forgot. */
function rejectStackOptions(options: Options): void {
  const given = Object.keys(options).find((name) => options[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--stack: is required with --${given}`);
}

async function readLocalTarget(file: string): Promise<Target> {
  try {
    return LocalCloud.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") throw notRunningFailure();
    throw error;
  }
}

/** The failure to report if the local service does not respond. */
export const notRunningFailure = (): Failure =>
  new Failure(
    "temporarily_unavailable",
    "The local service is not running. Start it with `npm start`, or name a deployed service with --stack.",
  );
