import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";

/** AWS's runtime client for Node.js 24. */
const VERSION = "4.0.2";
const INTEGRITY =
  "sha512-FE5Vskx7mYNnqAnWWJXUOsLp2VGgdsJsCoRLFTa8L4Yk0QVtArqR8q58yPA++QC1a73ZWJXBQ2AH31nIAv7NOQ==";

const BUILD = join(PROJECT, ".build");
const FOLDER = join(BUILD, `aws-runtime-client-${VERSION}`);

const NATIVE = "rapid-client.node";

const run = promisify(execFile);

const Packed = z.tuple([z.object({ filename: z.string(), integrity: z.string() })]);

/**
 * Downloads the JavaScript of AWS's runtime client once and returns its file. It is not a dependency of the project, because npm
 * would compile its native part, with curl, at every install. Here another module replaces that part.
 */
export async function runtimeClient(): Promise<string> {
  if (!existsSync(FOLDER)) await rename(await fetchClient(), FOLDER);
  return join(FOLDER, "index.mjs");
}

async function fetchClient(): Promise<string> {
  await mkdir(BUILD, { recursive: true });
  const directory = await mkdtemp(join(BUILD, "fetched-"));
  const { stdout } = await run("npm", ["pack", `aws-lambda-ric@${VERSION}`, "--json"], { cwd: directory });
  const [{ filename, integrity }] = Packed.parse(JSON.parse(stdout));
  if (integrity !== INTEGRITY) throw new Error(`aws-lambda-ric ${VERSION} has the integrity ${integrity}`);
  await run("tar", ["-xzf", filename], { cwd: directory });
  // Without the compiled file, `require("./rapid-client.node")` loads a folder of that name.
  await mkdir(join(directory, "package", NATIVE));
  const main = relative(join(FOLDER, NATIVE), join(PROJECT, "test/support/cloud/native-runtime-client.ts"));
  await writeFile(join(directory, "package", NATIVE, "package.json"), JSON.stringify({ main }));
  return join(directory, "package");
}
