import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { createEventType } from "#lib/event-types/create.ts";
import { deleteEventType } from "#lib/event-types/delete.ts";
import { getEventType } from "#lib/event-types/get.ts";
import { EventTypeCreate, EventTypeUpdate } from "#lib/event-types/input.ts";
import { EventType } from "#lib/event-types/schema.ts";
import { updateEventType } from "#lib/event-types/update.ts";
import { notFound } from "#lib/failures.ts";
import type { CreateAction } from "./action.ts";
import { briefResult, type CommandResult, listResult, objectResult } from "./command-result.ts";
import { createIfMissing } from "./create-if-missing.ts";
import { addDelete } from "./dry-run.ts";
import {
  parseTeamOption,
  resolveTeamField,
  withEventTypeFields,
  withTeamPlaceholder,
} from "./event-type-options.ts";
import { listEventTypesOf } from "./list-event-types.ts";
import { parseOptions, parseWholeNumber, UsageError } from "./parse-options.ts";
import { parseId, parseTeamReference, parseUserReference, resolveTeam, resolveUser } from "./references.ts";

const EXAMPLES = `
Examples:
  npm run admin -- event-types create --user ann@example.com --title "Half an hour" --length 30
  npm run admin -- event-types update 7 --after-event-buffer 15 --location integrations:meet
  npm run admin -- event-types update 7 --team night-shift --scheduling-type round_robin --hosts '[{"userId":1},{"userId":2}]'
  npm run admin -- event-types list --user ann@example.com
  npm run admin -- event-types list --team night-shift
  npm run admin -- event-types show 7
  npm run admin -- event-types delete 7 --dry-run`;

const COLUMNS = ["id", "userId", "slug", "title", "length", "hidden", "bookableBy"] as const;

/** Adds the commands that create and change event types. */
export function addEventTypes(program: Command, createAction: CreateAction): void {
  const eventTypes = program
    .command("event-types")
    .description("what can be booked with a host")
    .addHelpText("after", EXAMPLES);
  addCreate(eventTypes, createAction);
  addList(eventTypes, createAction);
  eventTypes
    .command("show <id>")
    .description("show one event type")
    .action(
      createAction(
        ({ args }) => parseId(args[0]),
        async (id) => eventTypeResult(await getEventType(OPERATOR, id)),
      ),
    );
  addUpdate(eventTypes, createAction);
  addDelete(eventTypes, createAction, {
    description: "delete an event type; its bookings stay",
    find: (id) => getEventType(OPERATOR, id),
    remove: (id) => deleteEventType(OPERATOR, { id }),
    toResult: briefEventTypeResult,
  });
}

function addCreate(eventTypes: Command, createAction: CreateAction): void {
  const create = eventTypes
    .command("create")
    .description("create an event type")
    .requiredOption("--user <user>", "the owner, who is the host if there are not several: id or email")
    .requiredOption("--title <title>", "what is booked")
    .requiredOption("--length <minutes>", "how long it takes", parseWholeNumber)
    .option("--if-missing", "keep the host's existing event type with this slug");
  withEventTypeFields(create).action(
    createAction(
      ({ options }) => {
        const input = parseOptions(EventTypeCreate.omit({ userId: true }), withTeamPlaceholder(options));
        const ifMissing = options["ifMissing"] === true;
        if (ifMissing && input.slug === undefined) throw new UsageError("--if-missing: needs --slug");
        return {
          host: parseUserReference(options["user"]),
          team: parseTeamOption(options),
          input,
          ifMissing,
        };
      },
      async ({ host, team, input, ifMissing }) => {
        const { id: userId } = await resolveUser(host);
        return createIfMissing({
          ifMissing,
          find: () => getBySlug(userId, input.slug),
          create: async () =>
            createEventType(OPERATOR, { ...input, userId, ...(await resolveTeamField(team)) }),
          toResult: briefEventTypeResult,
        });
      },
    ),
  );
}

function addUpdate(eventTypes: Command, createAction: CreateAction): void {
  const update = eventTypes
    .command("update <id>")
    .description("change an event type; existing bookings stay unchanged")
    .option("--title <title>", "what is booked")
    .option("--length <minutes>", "how long it takes", parseWholeNumber);
  withEventTypeFields(update).action(
    createAction(
      ({ args, options }) => ({
        id: parseId(args[0]),
        team: parseTeamOption(options),
        changes: parseOptions(EventTypeUpdate, withTeamPlaceholder(options)),
      }),
      async ({ id, team, changes }) =>
        eventTypeResult(
          await updateEventType(OPERATOR, { id }, { ...changes, ...(await resolveTeamField(team)) }),
        ),
    ),
  );
}

function addList(eventTypes: Command, createAction: CreateAction): void {
  eventTypes
    .command("list")
    .description("list the event types of a user, or all")
    .option("--user <user>", "id or email of the host")
    .option("--slug <slug>", "only those with this slug")
    .option("--team <team>", "only those of this team: id or slug")
    .action(
      createAction(
        ({ options: { user, slug, team } }) => ({
          host: user === undefined ? undefined : parseUserReference(user),
          slug: slug === undefined ? undefined : String(slug),
          team: team === undefined ? undefined : parseTeamReference(team),
        }),
        async ({ host, slug, team }) => {
          const userId = host && (await resolveUser(host)).id;
          const teamId = team && (await resolveTeam(team)).id;
          return listResult("event_types", await listEventTypesOf(userId, { slug, teamId }), COLUMNS);
        },
      ),
    );
}

async function getBySlug(userId: number, slug: string | undefined): Promise<EventType> {
  const found = (await listEventTypesOf(userId)).find((eventType) => eventType.slug === slug);
  if (!found) throw notFound("Event type");
  return found;
}

const briefEventTypeResult = (eventType: EventType): CommandResult =>
  briefResult("event_type", EventType.parse(eventType), COLUMNS);
const eventTypeResult = (eventType: EventType): CommandResult =>
  objectResult("event_type", EventType.parse(eventType));
