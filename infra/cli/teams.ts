import type { Command } from "commander";
import { hyphenate, slugFrom } from "#lib/calendar/event-types/slug.ts";
import { OPERATOR } from "#lib/caller.ts";
import { createTeam } from "#lib/identity/teams/create.ts";
import { listTeams } from "#lib/identity/teams/read.ts";
import { type Team, TeamCreate } from "#lib/identity/teams/schema.ts";
import type { CreateAction } from "./action.ts";
import { type CommandResult, listResult, objectResult } from "./command-result.ts";
import { createIfMissing } from "./create-if-missing.ts";
import { parseOptions, UsageError } from "./parse-options.ts";
import { parseTeamReference, resolveTeam } from "./references.ts";

const EXAMPLES = `
A team is named by id or slug. An organization is a team whose admins can manage the bookings of its members.

Examples:
  npm run admin -- teams create --name "Night shift"
  npm run admin -- teams list
  npm run admin -- teams show night-shift
  npm run admin -- teams create --name "Example Inc." --slug example --organization --if-missing`;

const COLUMNS = ["id", "slug", "name", "isOrganization", "createdAt"] as const;

/** Adds the commands that create and list teams. */
export function addTeams(program: Command, createAction: CreateAction): void {
  const teams = program
    .command("teams")
    .description("teams and organizations")
    .addHelpText("after", EXAMPLES);
  addCreate(teams, createAction);
  teams
    .command("list")
    .description("list all teams")
    .action(
      createAction(
        () => undefined,
        async () => listResult("teams", await listTeams(OPERATOR), COLUMNS),
      ),
    );
  teams
    .command("show <team>")
    .description("show one team")
    .action(
      createAction(
        ({ args }) => parseTeamReference(args[0]),
        async (team) => teamResult(await resolveTeam(team)),
      ),
    );
}

function addCreate(teams: Command, createAction: CreateAction): void {
  teams
    .command("create")
    .description("create a team without members")
    .requiredOption("--name <name>", "name of the team")
    .option("--slug <slug>", "unique short name: lower-case words joined by - (default: from the name)")
    .option("--organization", "create an organization")
    .option("--if-missing", "keep the existing team with this slug")
    .action(
      createAction(
        ({ options }) => {
          const input = withSlug(parseOptions(TeamCreate, options));
          const ifMissing = options["ifMissing"] === true;
          if (ifMissing && input.slug === null) throw new UsageError("--if-missing: needs --slug");
          return { input, ifMissing };
        },
        ({ input, ifMissing }) =>
          createIfMissing({
            ifMissing,
            get: () => resolveTeam({ slug: input.slug ?? "" }),
            create: () => createTeam(OPERATOR, input),
            toResult: teamResult,
          }),
      ),
    );
}

/** Adds a slug that is derived from the name, if it has Latin letters or digits. */
const withSlug = (input: TeamCreate): TeamCreate => ({
  ...input,
  slug: input.slug ?? (hyphenate(input.name).length > 0 ? slugFrom(input.name) : null),
});

const teamResult = (team: Team): CommandResult => objectResult("team", team);
