import { Option } from "commander";
import type { AdminCall } from "./action.ts";
import type { CommandResult } from "./command-result.ts";

/** The option of commands that delete or overwrite data permanently. */
export const dryRunOption = (): Option => new Option("--dry-run", "preview the changes without making them");

/** The remark of a dry run. */
export const DRY_RUN_REMARK = "Nothing was changed.";

/** Whether the command was called with `--dry-run`. */
export const isDryRun = ({ options }: Pick<AdminCall, "options">): boolean => options["dryRun"] === true;

interface Steps<T> {
  isDryRun: boolean;
  /** Reads the data that would change; fails like the change itself. */
  get: () => Promise<T>;
  apply: () => Promise<T>;
  toResult: (one: T) => CommandResult;
}

/** Makes a permanent change, or with `--dry-run` returns the data that would change. */
export const applyOrPreview = async <T>(steps: Steps<T>): Promise<CommandResult> =>
  steps.isDryRun
    ? { ...steps.toResult(await steps.get()), remark: DRY_RUN_REMARK }
    : steps.toResult(await steps.apply());
