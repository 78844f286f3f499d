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
import type { AdminCall, CreateAction } from "./action.ts";
import { type CommandResult, listResult, objectResult } from "./command-result.ts";
import { createIfMissing } from "./create-if-missing.ts";
import { applyOrPreview, dryRunOption, isDryRun } from "./dry-run.ts";
import { parseOptions, parseUpperCase, UsageError } from "./parse-options.ts";
import {
  parseTeamReference,
  parseUserReference,
  resolveTeam,
  resolveUser,
  type TeamReference,
  type UserReference,
} from "./references.ts";

const EXAMPLES = `
A team is named by id or slug, a user by id or email.

Examples:
  npm run admin -- members add --team night-shift --user ann@example.com --role OWNER --accepted
  npm run admin -- members set-role ADMIN --team night-shift --user bob@example.com
  npm run admin -- members accept --team night-shift --user bob@example.com
  npm run admin -- members remove --team night-shift --user bob@example.com --dry-run
  npm run admin -- members list --team night-shift`;

const COLUMNS = ["id", "teamId", "userId", "role", "accepted", "isOrganization"] as const;

/** The two options that identify a membership. */
interface MemberOptions {
  team: TeamReference;
  user: UserReference;
}

/** Adds the commands that add users to teams, and change or remove them. */
export function addMembers(program: Command, createAction: CreateAction): void {
  const members = program.command("members").description("users in teams").addHelpText("after", EXAMPLES);
  addCreate(members, createAction);
  addList(members, createAction);
  withMemberOptions(members.command("set-role <role>"))
    .description("set the role of a member: MEMBER, ADMIN or OWNER")
    .action(
      createAction(
        (call) => ({
          pair: parseMemberOptions(call),
          ...parseOptions(z.object({ role: MembershipRole }), { role: parseUpperCase(call.args[0] ?? "") }),
        }),
        async ({ pair, role }) => memberResult(await updateMembership(OPERATOR, await keyOf(pair), { role })),
      ),
    );
  withMemberOptions(members.command("accept"))
    .description("accept an invitation for the user")
    .action(
      createAction(parseMemberOptions, async (pair) =>
        memberResult(await updateMembership(OPERATOR, await keyOf(pair), { accepted: true })),
      ),
    );
  withMemberOptions(members.command("remove"))
    .description("remove a user from a team, except its last owner")
    .addOption(dryRunOption())
    .action(
      createAction(
        (call) => ({ pair: parseMemberOptions(call), isDryRun: isDryRun(call) }),
        async ({ pair, ...how }) => {
          const key = await keyOf(pair);
          return applyOrPreview({
            ...how,
            find: () => getMembership(OPERATOR, key),
            apply: () => removeMembership(OPERATOR, key),
            toResult: memberResult,
          });
        },
      ),
    );
}

function addCreate(members: Command, createAction: CreateAction): void {
  withMemberOptions(members.command("add"))
    .alias("create")
    .description("invite a user to a team, or with --accepted add the user as a member")
    .option("--role <role>", "MEMBER, ADMIN or OWNER (default: MEMBER)", parseUpperCase)
    .option("--accepted", "add the user without an invitation")
    .option("--disable-impersonation", "nobody can impersonate the user")
    .option("--if-missing", "keep an existing membership unchanged")
    .action(
      createAction(
        (call) => ({
          pair: parseMemberOptions(call),
          fields: parseOptions(MembershipCreate.omit({ userId: true, teamId: true }), call.options),
          ifMissing: call.options["ifMissing"] === true,
        }),
        async ({ pair, fields, ifMissing }) => {
          const key = await keyOf(pair);
          return createIfMissing({
            ifMissing,
            find: () => getMembership(OPERATOR, key),
            create: () => addMembership(OPERATOR, { ...fields, ...key }),
            toResult: memberResult,
            nextStep: ({ accepted }) =>
              accepted ? undefined : "Invited. With --accepted the user is a member immediately.",
          });
        },
      ),
    );
}

function addList(members: Command, createAction: CreateAction): void {
  members
    .command("list")
    .description("list the members of a team, or the teams of a user")
    .option("--team <team>", "id or slug")
    .option("--user <user>", "id or email")
    .action(
      createAction(
        ({ options: { team, user } }) => {
          if (team === undefined && user === undefined) throw new UsageError("--team or --user: is required");
          return {
            team: team === undefined ? undefined : parseTeamReference(team),
            user: user === undefined ? undefined : parseUserReference(user),
          };
        },
        async ({ team, user }) => {
          const filters = {
            ...(team && { teamId: (await resolveTeam(team)).id }),
            ...(user && { userId: (await resolveUser(user)).id }),
          };
          const memberships = await readWholeList(await listMemberships(OPERATOR, filters));
          return listResult("memberships", memberships.map(rowOf), COLUMNS);
        },
      ),
    );
}

const withMemberOptions = (command: Command): Command =>
  command.requiredOption("--team <team>", "id or slug").requiredOption("--user <user>", "id or email");

const parseMemberOptions = ({ options }: AdminCall): MemberOptions => ({
  team: parseTeamReference(options["team"]),
  user: parseUserReference(options["user"]),
});

async function keyOf({ team, user }: MemberOptions): Promise<MembershipKey> {
  const [{ id: teamId }, { id: userId }] = await Promise.all([resolveTeam(team), resolveUser(user)]);
  return { teamId, userId };
}

/** A membership without its version and the summaries of team and user. */
const rowOf = ({ version: _, team, user: __, ...membership }: StoredMembership) => ({
  ...membership,
  isOrganization: team.isOrganization,
});

const memberResult = (membership: StoredMembership): CommandResult =>
  objectResult("membership", rowOf(membership));
