import { CommanderError } from "commander";
import { Failure } from "#lib/failures.ts";
import { ReportedFailure } from "./action.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { notRunningFailure } from "./open-target.ts";
import { type Options, problemText, UsageError } from "./parse-options.ts";
import { createProgram } from "./program.ts";
import { paint, type Terminal } from "./terminal.ts";

/** Runs a command line and returns its exit code: 0 done, 1 failed, 2 invalid arguments. Prints errors and never throws. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  let options: Options = {};
  try {
    const program = await createProgram(terminal, args);
    options = program.opts();
    await program.parseAsync(args, { from: "user" });
    return EXIT_CODES.done.code;
  } catch (error) {
    // Commander has already printed its own errors. It also throws after printing the help.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? EXIT_CODES.done.code : EXIT_CODES.misused.code;
    if (error instanceof ReportedFailure) return EXIT_CODES.failed.code;
    if (error instanceof UsageError) {
      terminal.err(`${paintError(terminal, "error:")} ${error.message}\n`);
      return EXIT_CODES.misused.code;
    }
    const failure = isConnectionRefused(error) ? connectionFailure(options) : error;
    terminal.err(failureText(failure, (code) => paintError(terminal, code)));
    return EXIT_CODES.failed.code;
  }
}

const paintError = ({ screens }: Terminal, text: string): string => paint(screens?.err ?? {}, "red", text);

function failureText(error: unknown, paintCode: (code: string) => string): string {
  if (error instanceof Failure) {
    const fields = error.errors.map((problem) => `  ${problemText(problem)}\n`);
    return `${paintCode(`${error.code}:`)} ${error.message}\n${fields.join("")}`;
  }
  return error instanceof Error
    ? `${paintCode(`${error.name}:`)} ${error.message}\n`
    : `${paintCode("internal_error:")} ${error}\n`;
}

/** The failure to report if a service refuses the connection. */
const connectionFailure = ({ stack }: Options): Failure =>
  stack === undefined
    ? notRunningFailure()
    : new Failure(
        "temporarily_unavailable",
        "AWS can't be reached. Check AWS_ENDPOINT_URL and this machine's network access.",
      );

const isConnectionRefused = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && error.code === "ECONNREFUSED") || isConnectionRefused(error.cause));
