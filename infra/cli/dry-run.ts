import { Option } from "commander";
import type { Call } from "./act.ts";
import type { Shown } from "./shown.ts";

/** The option of commands that end or overwrite something for good. */
export const dryRunOption = (): Option => new Option("--dry-run", "preview the changes without making them");

/** What is remarked of a dry run. */
export const DRY_REMARK = "Nothing was changed.";

export const isDryRun = ({ options }: Pick<Call, "options">): boolean => options["dryRun"] === true;

interface Steps<T> {
  isDryRun: boolean;
  /** Finds what would end; fails as the end itself would. */
  find: () => Promise<T>;
  end: () => Promise<T>;
  show: (one: T) => Shown;
}

/** Ends something for good, or with `--dry-run` shows what that would be. */
export const endOrShow = async <T>({ isDryRun: isDry, find, end, show }: Steps<T>): Promise<Shown> =>
  isDry ? { ...show(await find()), remark: DRY_REMARK } : show(await end());
