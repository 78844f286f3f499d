import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { wholeList } from "#lib/lists/source.ts";
import { getSchedule } from "#lib/schedules/get.ts";
import { listSchedules } from "#lib/schedules/list.ts";
import { Schedule } from "#lib/schedules/model.ts";
import type { Act } from "./act.ts";
import { idReference, userMeant, userReference } from "./references.ts";
import { shownList, shownOne } from "./shown.ts";

const EXAMPLES = `
Examples:
  npm run admin -- schedules list --user ann@example.com
  npm run admin -- schedules show 7`;

const COLUMNS = ["id", "userId", "name", "timeZone", "isDefault"] as const;

/** Adds the commands that show schedules. */
export function addSchedules(program: Command, act: Act): void {
  const schedules = program
    .command("schedules")
    .description("weekly hours and overrides of users")
    .addHelpText("after", EXAMPLES);
  schedules
    .command("list")
    .description("list the schedules of a user, or all")
    .option("--user <user>", "id or email of the host")
    .action(
      act(
        ({ options: { user } }) => (user === undefined ? undefined : userReference(user)),
        async (user) => {
          const userId = user === undefined ? undefined : (await userMeant(user)).id;
          const found = await wholeList(listSchedules(OPERATOR, { userId }));
          return shownList(
            "schedules",
            found.map((schedule) => Schedule.parse(schedule)),
            COLUMNS,
          );
        },
      ),
    );
  schedules
    .command("show <id>")
    .description("show one schedule")
    .action(
      act(
        ({ args }) => idReference(args[0]),
        async (id) => shownOne("schedule", Schedule.parse(await getSchedule(OPERATOR, id))),
      ),
    );
}
