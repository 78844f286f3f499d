import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { recountLists } from "#lib/operations/recount/recount.ts";
import type { Act } from "./act.ts";
import { progressCount } from "./progress-bar.ts";
import { shownOne } from "./shown.ts";

const EXAMPLES = `
Example:
  npm run admin -- bookings recount`;

/** Adds the commands that maintain lists of bookings. */
export function addBookings(program: Command, act: Act): void {
  program
    .command("bookings")
    .description("counts of lists")
    .addHelpText("after", EXAMPLES)
    .command("recount")
    .description("calculate the counts and bookmarks of all lists again, while the service is in use")
    .action(
      act(
        ({ terminal }) => progressCount(terminal, "hosts"),
        async (tell) => shownOne("recount", await recountLists(OPERATOR, tell)),
      ),
    );
}
