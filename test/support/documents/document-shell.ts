import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { PROJECT } from "#infra/project.ts";

/** How the blocks of a document are run. */
interface ShellOptions {
  /** Folder in which they run. */
  directory: string;
  /** Of the service that `npm run admin` works on; without one all of them are noted down, like those for AWS. */
  environment?: Record<string, string>;
  /** Values for names that a reader has to fill in, as shell words. */
  given?: Record<string, string>;
  /** What a program in the background prints before the shell ends. */
  waitsFor?: RegExp | undefined;
}

/** What a document's commands left behind. */
export interface DocumentRun {
  code: number | null;
  out: string;
  err: string;
  /** Commands that were only noted down: program and arguments, as the shell has read them. */
  commands: string[][];
}

const ARGUMENT = "\u001f";
const COMMAND = "\u001e";
/** What AWS answers to the one question whose answer a command after it needs. */
const STREAM_ARN =
  "arn:aws:dynamodb:eu-west-1:123456789012:table/almanac-restored/stream/2026-03-01T09:29:00.000";

/** Programs that are noted down in place of being run; `npm run admin` is noted and runs, if it may. */
const prelude = (runs: boolean): string => `
${runs ? "set -o pipefail" : "# What is only noted down reads nothing, so who writes to it may find nobody."}
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
asked() { printf '%s${ARGUMENT}' "$@" >>asked; printf '${COMMAND}' >>asked; }
npx() { asked npx "$@"; }
git() { asked git "$@"; }
aws() { asked aws "$@"; [[ "$2" != describe-table ]] || echo ${STREAM_ARN}; }
npm() {
  asked npm "$@"
  [[ "$*" =~ ^run\\ (--silent\\ )?admin\\ -- ]] || return 0
  while [[ "$1" != -- ]]; do shift; done
  shift
  ${runs ? 'admin "$@" | tee -a printed' : ""}
}
admin() {
  # What a queue brings is there in a moment.
  for _ in {1..20}; do
    "$NODE" "$PROJECT/test/support/command-line/command-line-without-pauses.ts" "$@" && return
    [[ " $* " == *" show "* ]] || return
  done
  return 1
}
${runs ? "" : 'node() { asked node "$@"; }; cdk() { asked cdk "$@"; }'}
`;

/** Runs blocks of shell commands word for word, one after the other in one shell. */
export async function runBlocks(blocks: readonly string[], options: ShellOptions): Promise<DocumentRun> {
  const { directory, environment, given = {}, waitsFor } = options;
  const script = blocks.map((block) => `${fillIn(block, given)}\n${block}`).join("\n");
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
    if (waitsFor === undefined || waitsFor.test(out)) shell.stdin.end();
  };
  shell.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
    endWhenPrinted();
  });
  endWhenPrinted();
  const [err] = await Promise.all([text(shell.stderr), once(shell, "close")]);
  return { code: shell.exitCode, out, err, commands: readAsked(join(directory, "asked")) };
}

/** Gives each name that the block uses its value, unless a block before has. */
const fillIn = (block: string, given: Record<string, string>): string =>
  Object.entries(given)
    .filter(([name]) => block.includes(`$${name}`))
    .map(([name, value]) => `: "\${${name}:=${value}}"`)
    .join("\n");

function readAsked(file: string): string[][] {
  const commands = readFileSync(file, { encoding: "utf8", flag: "a+" }).split(COMMAND).slice(0, -1);
  return commands.map((command) => command.split(ARGUMENT).slice(0, -1));
}
