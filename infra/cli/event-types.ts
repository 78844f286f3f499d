import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { createEventType } from "#lib/event-types/create.ts";
import { deleteEventType } from "#lib/event-types/delete.ts";
import { getEventType } from "#lib/event-types/get.ts";
import { EventTypeCreate, EventTypeUpdate } from "#lib/event-types/input.ts";
import { EventType } from "#lib/event-types/schema.ts";
import { updateEventType } from "#lib/event-types/update.ts";
import { notFound } from "#lib/failures.ts";
import type { Act } from "./act.ts";
import { createOrKeep } from "./create-or-keep.ts";
import { addDelete } from "./dry-run.ts";
import { teamChoice, teamField, withEventTypeFields, withoutTeamName } from "./event-type-options.ts";
import { eventTypesOf } from "./event-types-of.ts";
import { parseOptions, UsageError, wholeNumber } from "./parse-options.ts";
import { idReference, teamMeant, teamReference, userMeant, userReference } from "./references.ts";
import { type Shown, shownList, shownOne } from "./shown.ts";

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
export function addEventTypes(program: Command, act: Act): void {
  const eventTypes = program
    .command("event-types")
    .description("what can be booked with a host")
    .addHelpText("after", EXAMPLES);
  addCreate(eventTypes, act);
  addList(eventTypes, act);
  eventTypes
    .command("show <id>")
    .description("show one event type")
    .action(
      act(
        ({ args }) => idReference(args[0]),
        async (id) => shown(await getEventType(OPERATOR, id)),
      ),
    );
  addUpdate(eventTypes, act);
  addDelete(eventTypes, act, {
    description: "delete an event type; its bookings stay",
    find: (id) => getEventType(OPERATOR, id),
    end: (id) => deleteEventType(OPERATOR, { id }),
    show: shown,
  });
}

function addCreate(eventTypes: Command, act: Act): void {
  const create = eventTypes
    .command("create")
    .description("create an event type")
    .requiredOption("--user <user>", "the owner, who is the host if there are not several: id or email")
    .requiredOption("--title <title>", "what is booked")
    .requiredOption("--length <minutes>", "how long it takes", wholeNumber)
    .option("--if-missing", "keep the host's existing event type with this slug");
  withEventTypeFields(create).action(
    act(
      ({ options }) => {
        const input = parseOptions(EventTypeCreate.omit({ userId: true }), withoutTeamName(options));
        const ifMissing = options["ifMissing"] === true;
        if (ifMissing && input.slug === undefined) throw new UsageError("--if-missing: needs --slug");
        return { host: userReference(options["user"]), team: teamChoice(options), input, ifMissing };
      },
      async ({ host, team, input, ifMissing }) => {
        const { id: userId } = await userMeant(host);
        return createOrKeep({
          ifMissing,
          find: () => withSlug(userId, input.slug),
          create: async () => createEventType(OPERATOR, { ...input, userId, ...(await teamField(team)) }),
          show: shown,
        });
      },
    ),
  );
}

function addUpdate(eventTypes: Command, act: Act): void {
  const update = eventTypes
    .command("update <id>")
    .description("change an event type; existing bookings stay unchanged")
    .option("--title <title>", "what is booked")
    .option("--length <minutes>", "how long it takes", wholeNumber);
  withEventTypeFields(update).action(
    act(
      ({ args, options }) => ({
        id: idReference(args[0]),
        team: teamChoice(options),
        changes: parseOptions(EventTypeUpdate, withoutTeamName(options)),
      }),
      async ({ id, team, changes }) =>
        shown(await updateEventType(OPERATOR, { id }, { ...changes, ...(await teamField(team)) })),
    ),
  );
}

function addList(eventTypes: Command, act: Act): void {
  eventTypes
    .command("list")
    .description("list the event types of a user, or all")
    .option("--user <user>", "id or email of the host")
    .option("--slug <slug>", "only those with this slug")
    .option("--team <team>", "only those of this team: id or slug")
    .action(
      act(
        ({ options: { user, slug, team } }) => ({
          host: user === undefined ? undefined : userReference(user),
          slug: slug === undefined ? undefined : String(slug),
          team: team === undefined ? undefined : teamReference(team),
        }),
        async ({ host, slug, team }) => {
          const userId = host && (await userMeant(host)).id;
          const teamId = team && (await teamMeant(team)).id;
          return shownList("event_types", await eventTypesOf(userId, { slug, teamId }), COLUMNS);
        },
      ),
    );
}

async function withSlug(userId: number, slug: string | undefined): Promise<EventType> {
  const found = (await eventTypesOf(userId)).find((eventType) => eventType.slug === slug);
  if (!found) throw notFound("Event type");
  return found;
}

const shown = (eventType: EventType): Shown => shownOne("event_type", EventType.parse(eventType));
