import { type Command, InvalidArgumentError } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { readWholeList } from "#lib/lists/source.ts";
import { createSchedule } from "#lib/schedules/create.ts";
import { deleteSchedule } from "#lib/schedules/delete.ts";
import { getSchedule } from "#lib/schedules/get.ts";
import { ScheduleCreate } from "#lib/schedules/input.ts";
import { listSchedules } from "#lib/schedules/list.ts";
import { renderSchedule } from "#lib/schedules/render.ts";
import { Schedule } from "#lib/schedules/schema.ts";
import type { CreateAction } from "./action.ts";
import { type CommandResult, listResult, objectResult } from "./command-result.ts";
import { createIfMissing } from "./create-if-missing.ts";
import { addDelete } from "./dry-run.ts";
import { collect, parseOptions } from "./parse-options.ts";
import { parseId, parseUserReference, resolveUser } from "./references.ts";

const EXAMPLES = `
Without --hours a schedule is open Monday to Friday from 09:00 to 17:00. Days count from 0 = Sunday.

Examples:
  npm run admin -- schedules create --user ann@example.com --name Work --hours 1,2,3=09:00-12:00 --hours 4=14:00-18:00
  npm run admin -- schedules create --user ann@example.com --name Away --override 2031-03-04=closed --if-missing
  npm run admin -- schedules list --user ann@example.com
  npm run admin -- schedules show 7
  npm run admin -- schedules delete 7 --dry-run`;

const COLUMNS = ["id", "userId", "name", "timeZone", "isDefault"] as const;

/** Adds the commands for schedules. */
export function addSchedules(program: Command, createAction: CreateAction): void {
  const schedules = program
    .command("schedules")
    .description("weekly hours and overrides of users")
    .addHelpText("after", EXAMPLES);
  addCreate(schedules, createAction);
  schedules
    .command("list")
    .description("list the schedules of a user, or all")
    .option("--user <user>", "id or email of the host")
    .action(
      createAction(
        ({ options: { user } }) => (user === undefined ? undefined : parseUserReference(user)),
        async (user) => {
          const userId = user === undefined ? undefined : (await resolveUser(user)).id;
          const found = await readWholeList(listSchedules(OPERATOR, { userId }));
          return listResult(
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
      createAction(
        ({ args }) => parseId(args[0]),
        async (id) => scheduleResult(await getSchedule(OPERATOR, id)),
      ),
    );
  addDelete(schedules, createAction, {
    description: "delete a schedule that no event type names",
    find: (id) => getSchedule(OPERATOR, id),
    remove: async (id) => renderSchedule(await deleteSchedule(OPERATOR, { id })),
    toResult: scheduleResult,
  });
}

function addCreate(schedules: Command, createAction: CreateAction): void {
  schedules
    .command("create")
    .description("create a schedule of a user; the first one is the default")
    .requiredOption("--user <user>", "the host: id or email")
    .requiredOption("--name <name>", "name of the schedule")
    .option("--time-zone <name>", "name of the tz database (default: that of the user)")
    .option(
      "--hours <hours>",
      "weekly hours, such as 1,2,3=09:00-12:00; 0 is Sunday; can be repeated",
      collect(parseWeeklyHours),
    )
    .option(
      "--override <hours>",
      "hours of a date, such as 2031-03-04=10:00-12:00 or 2031-03-04=closed; can be repeated",
      collect(parseOverride),
    )
    .option("--default", "use it for event types that name no schedule")
    .option("--if-missing", "keep the user's existing schedule with this name")
    .action(
      createAction(
        ({ options }) => ({
          host: parseUserReference(options["user"]),
          input: parseOptions(ScheduleCreate.omit({ userId: true }), options),
          ifMissing: options["ifMissing"] === true,
        }),
        async ({ host, input, ifMissing }) => {
          const { id: userId } = await resolveUser(host);
          return createIfMissing({
            ifMissing,
            find: () => getByName(userId, input.name),
            create: async () => renderSchedule(await createSchedule(OPERATOR, { ...input, userId })),
            toResult: scheduleResult,
          });
        },
      ),
    );
}

async function getByName(userId: number, name: string): Promise<Schedule> {
  const found = (await readWholeList(listSchedules(OPERATOR, { userId }))).find((one) => one.name === name);
  if (!found) throw notFound("Schedule");
  return found;
}

/** Parses `1,2,3=09:00-12:00`. */
function parseWeeklyHours(text: string): { days: number[]; startTime: string; endTime: string } {
  const [, days = "", startTime = "", endTime = ""] =
    /^(\d(?:,\d)*)=([\d:]+)-([\d:]+)$/.exec(text) ??
    throwInvalid("1,2,3=09:00-12:00; 0 is Sunday, 1 is Monday");
  return { days: days.split(",").map(Number), startTime, endTime };
}

/** Parses `2031-03-04=10:00-12:00`, or `2031-03-04=closed`. */
function parseOverride(text: string): { date: string; slots: { start: string; end: string }[] } {
  const [, date = "", start, end] =
    /^([\d-]+)=(?:closed|([\d:]+)-([\d:]+))$/.exec(text) ??
    throwInvalid("2031-03-04=10:00-12:00 or 2031-03-04=closed");
  return { date, slots: start === undefined || end === undefined ? [] : [{ start, end }] };
}

function throwInvalid(example: string): never {
  throw new InvalidArgumentError(`It must be like ${example}.`);
}

const scheduleResult = (schedule: Schedule): CommandResult =>
  objectResult("schedule", Schedule.parse(schedule));
