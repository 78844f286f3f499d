import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { createTeam } from "#lib/teams/create.ts";
import { listTeams } from "#lib/teams/list.ts";
import { type Team, TeamCreate } from "#lib/teams/schema.ts";
import type { Act } from "./act.ts";
import { createOrKeep } from "./create-or-keep.ts";
import { parseOptions, UsageError } from "./parse-options.ts";
import { teamMeant, teamReference } from "./references.ts";
import { type Shown, shownList, shownOne } from "./shown.ts";

const EXAMPLES = `
A team is named by id or slug. An organization is a team whose admins can manage the bookings of its members.

Examples:
  npm run admin -- teams create --name "Night shift" --slug night-shift
  npm run admin -- teams list
  npm run admin -- teams show night-shift
  npm run admin -- teams create --name "Example Inc." --slug example --organization --if-missing`;

const COLUMNS = ["id", "slug", "name", "isOrganization", "createdAt"] as const;

/** Adds the commands that create and list teams. */
export function addTeams(program: Command, act: Act): void {
  const teams = program
    .command("teams")
    .description("teams and organizations")
    .addHelpText("after", EXAMPLES);
  addCreate(teams, act);
  teams
    .command("list")
    .description("list all teams")
    .action(
      act(
        () => undefined,
        async () => shownList("teams", await listTeams(OPERATOR), COLUMNS),
      ),
    );
  teams
    .command("show <team>")
    .description("show one team")
    .action(
      act(
        ({ args }) => teamReference(args[0]),
        async (team) => shownTeam(await teamMeant(team)),
      ),
    );
}

function addCreate(teams: Command, act: Act): void {
  teams
    .command("create")
    .description("create a team without members")
    .requiredOption("--name <name>", "name of the team")
    .option("--slug <slug>", "unique short name: lower-case words joined by -")
    .option("--organization", "create an organization")
    .option("--if-missing", "keep the existing team with this slug")
    .action(
      act(
        ({ options }) => {
          const input = parseOptions(TeamCreate, options);
          const keep = options["ifMissing"] === true;
          if (keep && input.slug === null) throw new UsageError("--if-missing: needs --slug");
          return { input, ifMissing: keep };
        },
        ({ input, ifMissing }) =>
          createOrKeep({
            ifMissing,
            find: () => teamMeant({ slug: input.slug ?? "" }),
            create: () => createTeam(OPERATOR, input),
            show: shownTeam,
          }),
      ),
    );
}

const shownTeam = (team: Team): Shown => shownOne("team", team);
