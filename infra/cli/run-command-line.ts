import { CommanderError } from "commander";
import { Failure } from "#lib/failures.ts";
import { AnsweredFailure } from "./act.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { notRunning } from "./open-target.ts";
import { optionOf } from "./option-names.ts";
import { type Options, UsageError } from "./parse-options.ts";
import { createProgram } from "./program.ts";
import { paint, type Terminal } from "./terminal.ts";

/** Runs one command line and returns its exit code: 0 done, 1 failed, 2 invalid arguments. It only prints; it never throws. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = createProgram(terminal);
  try {
    await program.parseAsync(args, { from: "user" });
    return EXIT_CODES.done.code;
  } catch (error) {
    // Commander has printed its own errors already; requested help is not an error.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? EXIT_CODES.done.code : EXIT_CODES.misused.code;
    if (error instanceof AnsweredFailure) return EXIT_CODES.failed.code;
    if (error instanceof UsageError) {
      terminal.err(`${paintError(terminal, "error:")} ${error.message}\n`);
      return EXIT_CODES.misused.code;
    }
    const reported = isRefusedConnection(error) ? nobodyAt(program.opts()) : error;
    terminal.err(failureText(reported, (code) => paintError(terminal, code)));
    return EXIT_CODES.failed.code;
  }
}

const paintError = ({ screens }: Terminal, text: string): string => paint(screens?.err ?? {}, "red", text);

function failureText(error: unknown, painted: (code: string) => string): string {
  if (error instanceof Failure) {
    const fields = error.errors.map(({ pointer, message }) => `  ${fieldName(pointer)}: ${message}\n`);
    return `${painted(`${error.code}:`)} ${error.message}\n${fields.join("")}`;
  }
  return error instanceof Error
    ? `${painted(`${error.name}:`)} ${error.message}\n`
    : `${painted("internal_error:")} ${error}\n`;
}

const fieldName = (pointer: string): string => optionOf(pointer.split("/")[1] ?? "");

/** The failure to report when a service refuses the connection. */
const nobodyAt = ({ stack }: Options): Failure =>
  stack === undefined
    ? notRunning()
    : new Failure(
        "temporarily_unavailable",
        "AWS can't be reached. Check AWS_ENDPOINT_URL and this machine's network access.",
      );

const isRefusedConnection = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
