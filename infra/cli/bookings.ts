import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { recountLists } from "#lib/operations/recount/recount.ts";
import type { CreateAction } from "./action.ts";
import { objectResult } from "./command-result.ts";

const EXAMPLES = `
Example:
  npm run admin -- bookings recount`;

/** Adds the commands that maintain lists of bookings. */
export function addBookings(program: Command, createAction: CreateAction): void {
  program
    .command("bookings")
    .description("counts of lists")
    .addHelpText("after", EXAMPLES)
    .command("recount")
    .description("calculate the counts and bookmarks of all lists again, while the service is in use")
    .action(
      createAction(
        () => undefined,
        async () => objectResult("recount", await recountLists(OPERATOR)),
      ),
    );
}
