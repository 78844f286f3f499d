import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import { adminFault } from "./admin-command.ts";
import { awsFault } from "./aws-command.ts";
import { cdkFault } from "./cdk-command.ts";

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")));

interface How {
  /** Whether the command is one to type, and not only spoken of. */
  isWhole: boolean;
}
type Check = (args: readonly string[], how: How) => string | undefined | Promise<string | undefined>;

/** How each program that a test can't run as it stands is held to be called rightly. What is wrong is told; undefined is right. */
const CHECKS: Record<string, Check> = {
  /** Its script is there; `.ci/run` runs ci, test, check and test:all, `test/infra/local` start. Words as of what it runs. */
  npm: npmFault,
  npx: faultOf,
  /** It has the verb and the options, and a stack can be made with the settings. */
  cdk: cdkFault,
  /** The SDK has the operation and the options, and what is needed is given. */
  aws: awsFault,
  vitest: ([, ...words]) => missingFile(wordsBeforeOptions(words)),
  node: ([file = ""]) => missingFile([file]),
  /** It checks out a version tag. */
  git: gitFault,
};

/** What is wrong with commands that were asked for; a test does not run them as they stand. */
export async function findCommandFaults(asked: readonly string[][], how: How): Promise<string[]> {
  const faults: string[] = [];
  // One after the other: two syntheses at once in one process bundle into the same files.
  for (const command of asked) faults.push(...[(await faultOf(command, how)) ?? []].flat());
  return faults;
}

async function faultOf([program = "", ...args]: readonly string[], how: How): Promise<string | undefined> {
  const check = CHECKS[program];
  if (check === undefined) return `nothing tells whether ${program} is called rightly`;
  const fault = await check(args, how);
  return fault === undefined ? undefined : `${[program, ...args].join(" ")}: ${fault}`;
}

function wordsBeforeOptions(words: readonly string[]): string[] {
  const at = words.findIndex((word) => word.startsWith("-"));
  return words.slice(0, at < 0 ? undefined : at);
}

function npmFault([verb = "", ...words]: readonly string[], how: How): ReturnType<Check> {
  if (verb === "ci") return missingFile(words.filter((_, at) => words[at - 1] === "--prefix"));
  const [name = "", ...args] =
    verb === "run" ? words.filter((word) => word !== "--silent" && word !== "--") : [verb];
  const script = scripts[name];
  if (script === undefined) return `there is no script ${name}`;
  if (name === "admin") return adminFault(args, how);
  const [program = "", ...own] = script.split(" ");
  return program === "cdk"
    ? cdkFault([...own, ...args])
    : missingFile(program === "node" ? own.filter((word) => !word.startsWith("-")).slice(0, 1) : []);
}

function gitFault([verb = "", what = ""]: readonly string[]): string | undefined {
  if (verb === "pull") return undefined;
  const isCheckout = verb === "checkout" && /^v\d+\.\d+\.\d+$/.test(what);
  return isCheckout ? undefined : `unknown: ${verb} ${what}`;
}

function missingFile(files: readonly string[]): string | undefined {
  const missing = files.filter((file) => !existsSync(join(PROJECT, file)));
  return missing.length > 0 ? `there is no ${missing.join(", ")}` : undefined;
}
