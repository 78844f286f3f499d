import { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { runAs } from "#lib/platform/actor.ts";
import { openTarget } from "./open-target.ts";
import type { Options } from "./parse-options.ts";
import { wipeProgress } from "./progress-bar.ts";
import type { Shown } from "./shown.ts";
import { type Target, withTarget } from "./target.ts";
import type { Terminal } from "./terminal.ts";

/** The command printed its result, and the result is a failure. */
export class AnsweredFailure extends Error {}

/** How a command was called. */
export interface AdminCall {
  args: readonly string[];
  options: Options;
  terminal: Terminal;
}

type Parse<I> = (call: AdminCall) => I | Promise<I>;
type Run<I> = (input: I, target: Target) => Promise<Shown>;

/** Creates the action of a command from its two parts. */
export type Act = <I>(parse: Parse<I>, run: Run<I>) => (...given: unknown[]) => Promise<void>;

/**
 * Creates actions that write to a terminal. `parse` reads the arguments and needs no service; `run` calls use cases with
 * the environment of the selected service.
 */
export const actOn =
  (terminal: Terminal): Act =>
  (parse, run) =>
  async (...given) => {
    const command = given.at(-1);
    if (!(command instanceof Command)) throw new TypeError("commander passes the command last");
    const options: Options = command.optsWithGlobals();
    const input = await parse({ args: command.args, options, terminal });
    const target = await openTarget(options);
    const shown = await withTarget(target, () => runAs(OPERATOR, () => run(input, target))).finally(() =>
      wipeProgress(terminal),
    );
    if (shown.remark !== undefined) terminal.err(`${shown.remark}\n`);
    terminal.out(
      options["json"] === true
        ? `${JSON.stringify(shown.json, null, 2)}\n`
        : shown.text(terminal.screens?.out ?? {}),
    );
    if (shown.isFailure === true) throw new AnsweredFailure();
  };
