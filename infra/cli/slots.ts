import type { Command } from "commander";
import * as z from "zod";
import { listSlots } from "#lib/bookings/list-slots.ts";
import { OPERATOR } from "#lib/caller.ts";
import { now } from "#lib/platform/clock.ts";
import { TimeZone } from "#lib/platform/time-zone.ts";
import { SearchTime } from "#lib/slots/search-time.ts";
import type { CreateAction } from "./action.ts";
import { listResult } from "./command-result.ts";
import { parseOptions } from "./parse-options.ts";
import { parseId } from "./references.ts";

const EXAMPLES = `
Examples:
  npm run admin -- slots list 7
  npm run admin -- slots list 7 --from 2031-03-04 --to 2031-03-05T12:00:00Z --time-zone Europe/Berlin`;

const WEEK = 7 * 86_400_000;
const Search = z.object({
  from: SearchTime.optional(),
  to: SearchTime.optional(),
  timeZone: TimeZone.optional(),
});

/** Adds the command that lists slots. */
export function addSlots(program: Command, createAction: CreateAction): void {
  program
    .command("slots")
    .description("times at which an event type can be booked")
    .addHelpText("after", EXAMPLES)
    .command("list <id>")
    .description("list the slots of an event type")
    .option("--from <time>", "slots start at or after this time (default: now)")
    .option("--to <time>", "slots start before this time (default: 7 days after --from)")
    .option("--time-zone <name>", "name of the tz database (default: UTC)")
    .action(
      createAction(
        ({ args, options }) => ({ eventTypeId: parseId(args[0]), ...parseOptions(Search, options) }),
        async ({ from = now(), to = from + WEEK, ...query }) => {
          const byDate = await listSlots(OPERATOR, { ...query, startTime: from, endTime: to });
          const slots = Object.entries(byDate).flatMap(([date, list]) =>
            list.map((slot) => ({ date, attendees: 0, ...slot })),
          );
          return listResult("slots", slots, ["date", "time", "attendees"]);
        },
      ),
    );
}
