import type { Command } from "commander";
import { OPERATOR } from "#lib/access/caller.ts";
import { recountBookings } from "#lib/bookings/recount.ts";
import type { Act } from "./act.ts";
import { shownOne } from "./shown.ts";

const EXAMPLES = `
Example:
  npm run admin -- bookings recount`;

/** Adds the commands that look after lists of bookings. */
export function addBookings(program: Command, act: Act): void {
  program
    .command("bookings")
    .description("lists of bookings")
    .addHelpText("after", EXAMPLES)
    .command("recount")
    .description(
      "make the counts and bookmarks of all lists anew from the bookings; people may go on booking",
    )
    .action(
      act(
        () => undefined,
        async () => shownOne("recount", await recountBookings(OPERATOR)),
      ),
    );
}
