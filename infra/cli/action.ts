import { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { runAs } from "#lib/platform/actor.ts";
import type { CommandResult } from "./command-result.ts";
import { openTarget } from "./open-target.ts";
import type { Options } from "./parse-options.ts";
import { type Target, withTarget } from "./target.ts";
import type { Terminal } from "./terminal.ts";

/** Thrown after the command has printed a result that is a failure. */
export class ReportedFailure extends Error {}

/** The arguments and options of a command, and its terminal. */
export interface AdminCall {
  args: readonly string[];
  options: Options;
  terminal: Terminal;
}

type Parse<I> = (call: AdminCall) => I | Promise<I>;
type Run<I> = (input: I, target: Target) => Promise<CommandResult>;

/** Creates the action of a command from two functions; see `actionsFor`. */
export type CreateAction = <I>(parse: Parse<I>, run: Run<I>) => (...parameters: unknown[]) => Promise<void>;

/**
 * Returns a function that creates actions for a terminal. `parse` reads the arguments without a service; `run` calls use cases with the
 * environment of the selected service.
 */
export const actionsFor =
  (terminal: Terminal): CreateAction =>
  (parse, run) =>
  async (...parameters) => {
    const command = parameters.at(-1);
    if (!(command instanceof Command)) throw new TypeError("commander passes the command last");
    const options: Options = command.optsWithGlobals();
    const input = await parse({ args: command.args, options, terminal });
    const target = await openTarget(options);
    const result = await withTarget(target, () => runAs(OPERATOR, () => run(input, target)));
    if (result.remark !== undefined) terminal.err(`${result.remark}\n`);
    terminal.out(
      options["json"] === true
        ? `${JSON.stringify(result.json, null, 2)}\n`
        : result.text(terminal.screens?.out ?? {}),
    );
    if (result.isFailure === true) throw new ReportedFailure();
  };
