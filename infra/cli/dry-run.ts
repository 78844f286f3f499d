import { type Command, Option } from "commander";
import type { AdminCall, CreateAction } from "./action.ts";
import type { CommandResult } from "./command-result.ts";
import { parseId } from "./references.ts";

/** The option of commands that delete or overwrite data permanently. */
export const dryRunOption = (): Option => new Option("--dry-run", "preview the changes without making them");

/** The remark of a dry run. */
export const DRY_RUN_REMARK = "Nothing was changed.";

/** Whether the command was called with `--dry-run`. */
export const isDryRun = ({ options }: Pick<AdminCall, "options">): boolean => options["dryRun"] === true;

interface Steps<T> {
  isDryRun: boolean;
  /** Reads the data that would change; fails like the change itself. */
  find: () => Promise<T>;
  apply: () => Promise<T>;
  toResult: (one: T) => CommandResult;
}

/** Makes a permanent change, or with `--dry-run` returns the data that would change. */
export const applyOrPreview = async <T>(steps: Steps<T>): Promise<CommandResult> =>
  steps.isDryRun
    ? { ...steps.toResult(await steps.find()), remark: DRY_RUN_REMARK }
    : steps.toResult(await steps.apply());

interface Deletion<T> {
  description: string;
  find: (id: number) => Promise<T>;
  remove: (id: number) => Promise<T>;
  toResult: (one: T) => CommandResult;
}

/** Adds the command `delete <id>` with `--dry-run`. */
export function addDelete<T>(parent: Command, createAction: CreateAction, deletion: Deletion<T>): void {
  const { description, find, remove, toResult } = deletion;
  parent
    .command("delete <id>")
    .description(description)
    .addOption(dryRunOption())
    .action(
      createAction(
        (call) => ({ id: parseId(call.args[0]), isDryRun: isDryRun(call) }),
        ({ id, ...how }) =>
          applyOrPreview({ ...how, find: () => find(id), apply: () => remove(id), toResult }),
      ),
    );
}
