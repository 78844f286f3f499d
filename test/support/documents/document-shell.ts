import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { PROJECT } from "#infra/project.ts";

/** Options for running the blocks of a document. */
interface ShellOptions {
  /** The working directory. */
  directory: string;
  /** Environment of the service on which `npm run admin` runs. Without it, all commands are only recorded, like those for AWS. */
  environment?: Record<string, string>;
  /** Values for variables that a reader sets, as shell words. */
  given?: Record<string, string>;
  /** Output of a background program for which the shell waits. */
  waitFor?: RegExp | undefined;
}

/** The result of a document's commands. */
export interface DocumentRun {
  code: number | null;
  out: string;
  err: string;
  /** The recorded commands: program and arguments, as the shell parsed them. */
  commands: string[][];
}

const ARGUMENT = "\u001f";
const COMMAND = "\u001e";
/** The output of `aws dynamodb describe-table`, which a later command uses. */
const STREAM_ARN =
  "arn:aws:dynamodb:eu-west-1:123456789012:table/almanac-restored/stream/2026-03-01T09:29:00.000";

/** Shell functions that record programs instead of running them. `npm run admin` is recorded and, if `runs`, also runs. */
const prelude = (runs: boolean): string => `
${runs ? "set -o pipefail" : "# Recorded commands read no input, so a command that pipes to them may fail."}
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
record() { printf '%s${ARGUMENT}' "$@" >>recorded; printf '${COMMAND}' >>recorded; }
npx() { record npx "$@"; }
git() { record git "$@"; }
aws() { record aws "$@"; [[ "$2" != describe-table ]] || echo ${STREAM_ARN}; }
npm() {
  record npm "$@"
  [[ "$*" =~ ^run\\ (--silent\\ )?admin\\ -- ]] || return 0
  while [[ "$1" != -- ]]; do shift; done
  shift
  ${runs ? 'admin "$@" | tee -a printed' : ""}
}
admin() {
  # Messages of a queue take a moment to take effect.
  for _ in {1..20}; do
    "$NODE" "$PROJECT/test/support/command-line/command-line-without-pauses.ts" "$@" && return
    [[ " $* " == *" show "* ]] || return
  done
  return 1
}
${runs ? "" : 'node() { record node "$@"; }; cdk() { record cdk "$@"; }'}
`;

/** Runs blocks of shell commands in one shell. */
export async function runBlocks(blocks: readonly string[], options: ShellOptions): Promise<DocumentRun> {
  const { directory, environment, given = {}, waitFor } = options;
  const script = blocks.map((block) => `${assignments(block, given)}\n${block}`).join("\n");
  const shell = spawn(
    "bash",
    ["--norc", "-euc", `${prelude(environment !== undefined)}\n${script}\nread -r _ || true`],
    {
      cwd: directory,
      env: {
        ...environment,
        ...{ HOME: directory, PROJECT, NODE: process.execPath },
        NODE_COMPILE_CACHE: join(PROJECT, ".build/compile-cache"),
        PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
      },
    },
  );
  let out = "";
  const endWhenPrinted = (): void => {
    if (waitFor === undefined || waitFor.test(out)) shell.stdin.end();
  };
  shell.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
    endWhenPrinted();
  });
  endWhenPrinted();
  const [err] = await Promise.all([text(shell.stderr), once(shell, "close")]);
  return { code: shell.exitCode, out, err, commands: readCommands(join(directory, "recorded")) };
}

/** Sets the variables that the block uses, unless a previous block has set them. */
const assignments = (block: string, given: Record<string, string>): string =>
  Object.entries(given)
    .filter(([name]) => block.includes(`$${name}`))
    .map(([name, value]) => `: "\${${name}:=${value}}"`)
    .join("\n");

function readCommands(file: string): string[][] {
  const commands = readFileSync(file, { encoding: "utf8", flag: "a+" }).split(COMMAND).slice(0, -1);
  return commands.map((command) => command.split(ARGUMENT).slice(0, -1));
}
