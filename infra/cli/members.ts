import type { Command } from "commander";
import * as z from "zod";
import { OPERATOR } from "#lib/caller.ts";
import { readWholeList } from "#lib/lists/source.ts";
import { addMembership } from "#lib/memberships/add.ts";
import type { StoredMembership } from "#lib/memberships/entity.ts";
import { getMembership } from "#lib/memberships/get.ts";
import { listMemberships } from "#lib/memberships/list.ts";
import { removeMembership } from "#lib/memberships/remove.ts";
import { MembershipCreate, type MembershipKey, MembershipRole } from "#lib/memberships/schema.ts";
import { updateMembership } from "#lib/memberships/update.ts";
import type { Act, AdminCall } from "./act.ts";
import { createOrKeep } from "./create-or-keep.ts";
import { dryRunOption, endOrShow, isDryRun } from "./dry-run.ts";
import { parseOptions, UsageError, word } from "./parse-options.ts";
import {
  type TeamReference,
  teamMeant,
  teamReference,
  type UserReference,
  userMeant,
  userReference,
} from "./references.ts";
import { type Shown, shownList, shownOne } from "./shown.ts";

const EXAMPLES = `
A team is named by id or slug, a user by id or email.

Examples:
  npm run admin -- members add --team night-shift --user ann@example.com --role OWNER --accepted
  npm run admin -- members set-role ADMIN --team night-shift --user bob@example.com
  npm run admin -- members accept --team night-shift --user bob@example.com
  npm run admin -- members remove --team night-shift --user bob@example.com --dry-run
  npm run admin -- members list --team night-shift`;

const COLUMNS = ["id", "teamId", "userId", "role", "accepted", "isOrganization"] as const;

/** The options that identify a member: team and user. */
interface Pair {
  team: TeamReference;
  user: UserReference;
}

/** Adds the commands that add users to teams, and change or remove them. */
export function addMembers(program: Command, act: Act): void {
  const members = program.command("members").description("users in teams").addHelpText("after", EXAMPLES);
  addAdd(members, act);
  addList(members, act);
  ofPair(members.command("set-role <role>"))
    .description("set the role of a member: MEMBER, ADMIN or OWNER")
    .action(
      act(
        (call) => ({
          pair: pairOf(call),
          ...parseOptions(z.object({ role: MembershipRole }), { role: word(call.args[0] ?? "") }),
        }),
        async ({ pair, role }) => shownMember(await updateMembership(OPERATOR, await keyOf(pair), { role })),
      ),
    );
  ofPair(members.command("accept"))
    .description("accept an invitation for the user")
    .action(
      act(pairOf, async (pair) =>
        shownMember(await updateMembership(OPERATOR, await keyOf(pair), { accepted: true })),
      ),
    );
  ofPair(members.command("remove"))
    .description("remove a user from a team, except its last owner")
    .addOption(dryRunOption())
    .action(
      act(
        (call) => ({ pair: pairOf(call), isDryRun: isDryRun(call) }),
        async ({ pair, ...how }) => {
          const key = await keyOf(pair);
          return endOrShow({
            ...how,
            find: () => getMembership(OPERATOR, key),
            end: () => removeMembership(OPERATOR, key),
            show: shownMember,
          });
        },
      ),
    );
}

function addAdd(members: Command, act: Act): void {
  ofPair(members.command("add"))
    .alias("create")
    .description("invite a user to a team, or with --accepted add the user as a member")
    .option("--role <role>", "MEMBER, ADMIN or OWNER (default: MEMBER)", word)
    .option("--accepted", "add the user without an invitation")
    .option("--disable-impersonation", "nobody can impersonate the user")
    .option("--if-missing", "keep an existing membership unchanged")
    .action(
      act(
        (call) => ({
          pair: pairOf(call),
          place: parseOptions(MembershipCreate.omit({ userId: true, teamId: true }), call.options),
          ifMissing: call.options["ifMissing"] === true,
        }),
        async ({ pair, place, ifMissing }) => {
          const key = await keyOf(pair);
          return createOrKeep({
            ifMissing,
            find: () => getMembership(OPERATOR, key),
            create: () => addMembership(OPERATOR, { ...place, ...key }),
            show: shownMember,
          });
        },
      ),
    );
}

function addList(members: Command, act: Act): void {
  members
    .command("list")
    .description("list the members of a team, or the teams of a user")
    .option("--team <team>", "id or slug")
    .option("--user <user>", "id or email")
    .action(
      act(
        ({ options: { team, user } }) => {
          if (team === undefined && user === undefined) throw new UsageError("--team or --user: is required");
          return {
            team: team === undefined ? undefined : teamReference(team),
            user: user === undefined ? undefined : userReference(user),
          };
        },
        async ({ team, user }) => {
          const filters = {
            ...(team && { teamId: (await teamMeant(team)).id }),
            ...(user && { userId: (await userMeant(user)).id }),
          };
          const memberships = await readWholeList(await listMemberships(OPERATOR, filters));
          return shownList("memberships", memberships.map(rowOf), COLUMNS);
        },
      ),
    );
}

const ofPair = (command: Command): Command =>
  command.requiredOption("--team <team>", "id or slug").requiredOption("--user <user>", "id or email");

const pairOf = ({ options }: AdminCall): Pair => ({
  team: teamReference(options["team"]),
  user: userReference(options["user"]),
});

async function keyOf({ team, user }: Pair): Promise<MembershipKey> {
  const [{ id: teamId }, { id: userId }] = await Promise.all([teamMeant(team), userMeant(user)]);
  return { teamId, userId };
}

/** A membership with the ids of its team and user instead of their summaries. */
const rowOf = ({ version: _, team, user: __, ...membership }: StoredMembership) => ({
  ...membership,
  isOrganization: team.isOrganization,
});

const shownMember = (membership: StoredMembership): Shown => shownOne("membership", rowOf(membership));
