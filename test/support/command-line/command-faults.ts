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
  /** Whether the command is complete. A command in running text may omit required options. */
  isWhole: boolean;
}
type Check = (args: readonly string[], how: How) => string | undefined | Promise<string | undefined>;

/** Checks of the arguments of each program that tests can't run. A check returns what is wrong, undefined if nothing is. */
const CHECKS: Record<string, Check> = {
  /** The script exists; its arguments are checked as those of the program that it runs. */
  npm: npmFault,
  npx: faultOf,
  /** The command has these options, and a stack can be synthesized with the settings. */
  cdk: cdkFault,
  /** The SDK has the operation with these options, and no required option is missing. */
  aws: awsFault,
  vitest: ([, ...words]) => missingFile(wordsBeforeOptions(words)),
  node: ([file = ""]) => missingFile([file]),
  /** The command checks out a version tag. */
  git: gitFault,
};

/** Checks recorded commands without running them, and returns what is wrong. */
export async function listCommandFaults(commands: readonly string[][], how: How): Promise<string[]> {
  const faults: string[] = [];
  // Sequentially: two concurrent syntheses in one process bundle into the same files.
  for (const command of commands) faults.push(...[(await faultOf(command, how)) ?? []].flat());
  return faults;
}

async function faultOf([program = "", ...args]: readonly string[], how: How): Promise<string | undefined> {
  const check = CHECKS[program];
  if (check === undefined) return `no check for ${program}`;
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
  if (script === undefined) return `no script ${name}`;
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
  return missing.length > 0 ? `no file ${missing.join(", ")}` : undefined;
}
