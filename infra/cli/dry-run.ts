import { type Command, Option } from "commander";
import type { Act, AdminCall } from "./act.ts";
import { idReference } from "./references.ts";
import type { Shown } from "./shown.ts";

/** The option of commands that delete or overwrite something permanently. */
export const dryRunOption = (): Option => new Option("--dry-run", "preview the changes without making them");

/** The remark of a dry run. */
export const DRY_REMARK = "Nothing was changed.";

export const isDryRun = ({ options }: Pick<AdminCall, "options">): boolean => options["dryRun"] === true;

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

interface Deletion<T> {
  description: string;
  /** Finds what would be deleted; fails like the deletion itself. */
  find: (id: number) => Promise<T>;
  end: (id: number) => Promise<T>;
  show: (one: T) => Shown;
}

/** Adds the command `delete <id>` with `--dry-run`. */
export function addDelete<T>(parent: Command, act: Act, { description, find, end, show }: Deletion<T>): void {
  parent
    .command("delete <id>")
    .description(description)
    .addOption(dryRunOption())
    .action(
      act(
        (call) => ({ id: idReference(call.args[0]), isDryRun: isDryRun(call) }),
        ({ id, ...how }) => endOrShow({ ...how, find: () => find(id), end: () => end(id), show }),
      ),
    );
}
