import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as z from "zod";

const Start = z.object({
  /** Milliseconds from the start of the process until the function was loaded. */
  ready: z.number(),
  /** Milliseconds of the first event. */
  firstCall: z.number(),
  /** Bytes when ready. */
  rss: z.number(),
  /** Whether Node's own HTTP client was loaded, which takes 30 ms. */
  undici: z.boolean(),
  /** Milliseconds of CPU of each further call; 0 if there is none. */
  cpu: z.number(),
  failed: z.boolean(),
});
export type Start = z.output<typeof Start>;

/** A function to start: folder of its bundle, file of its first event, its environment. */
export interface Bootable {
  id: string;
  folder: string;
  eventFile: string;
  environment: Record<string, string>;
}

/** The flags that Lambda's start script passes for 1,024 MB. */
const LAMBDA_FLAGS = [
  "--expose-gc",
  "--max-http-header-size=81920",
  "--max-semi-space-size=51",
  "--max-old-space-size=921",
];
const BOOT = fileURLToPath(new URL("boot.mjs", import.meta.url));

/** Starts a function in a separate process, calls it once and then some further times. Throws if a response is an error. */
export async function boot(
  { id, folder, eventFile, environment }: Bootable,
  furtherCalls = 0,
): Promise<Start> {
  const module = pathToFileURL(`${folder}/index.mjs`).href;
  const program = spawn(process.execPath, [...LAMBDA_FLAGS, BOOT, module, eventFile, String(furtherCalls)], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, "close"),
  ]);
  const last = output.trimEnd().split("\n").at(-1);
  if (program.exitCode !== 0 || !last) throw new Error(`${id} did not start: ${errors || output}`);
  const start = Start.parse(JSON.parse(last));
  if (start.failed) throw new Error(`${id} failed: ${output}${errors}`);
  return start;
}
