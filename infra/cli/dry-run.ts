import { Option } from "commander";
import type { Call } from "./act.ts";
import type { Shown } from "./shown.ts";

/** The option of commands that delete or overwrite something permanently. */
export const dryRunOption = (): Option => new Option("--dry-run", "preview the changes without making them");

/** The remark of a dry run. */
export const DRY_REMARK = "Nothing was changed.";

export const isDryRun = ({ options }: Pick<Call, "options">): boolean => options["dryRun"] === true;

interface Steps<T> {
  isDryRun: boolean;
  /** Finds what would be deleted; fails like the deletion itself. */
  find: () => Promise<T>;
  end: () => Promise<T>;
  show: (one: T) => Shown;
}

/** Deletes something permanently, or with `--dry-run` shows what would be deleted. */
export const endOrShow = async <T>({ isDryRun: isDry, find, end, show }: Steps<T>): Promise<Shown> =>
  isDry ? { ...show(await find()), remark: DRY_REMARK } : show(await end());
