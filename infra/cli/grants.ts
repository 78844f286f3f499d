import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { getOAuthClient } from "#lib/identity/oauth/clients.ts";
import { type GrantsOf, listAllGrants } from "#lib/identity/oauth/grants/read.ts";
import { revokeAllGrants } from "#lib/identity/oauth/grants/writes.ts";
import type { AdminCall, CreateAction } from "./action.ts";
import { listResult } from "./command-result.ts";
import { applyOrPreview, dryRunOption, isDryRun } from "./dry-run.ts";
import { UsageError } from "./parse-options.ts";
import { parseUserReference, resolveUser, type UserReference } from "./references.ts";

const EXAMPLES = `
A grant is the permission of one user for one application. Revoking it ends all its tokens. It cannot be restored: the application
has to request access again.

Examples:
  npm run admin -- grants list --user ann@example.com
  npm run admin -- grants revoke --user ann@example.com --client <id>
  npm run admin -- grants revoke --client <id> --dry-run`;

const COLUMNS = ["id", "userId", "clientId", "scopes", "createdAt", "lastUsedAt", "revokedAt"] as const;

/** Adds the commands that list and revoke grants. */
export function addGrants(program: Command, createAction: CreateAction): void {
  const grants = program
    .command("grants")
    .description("access that users allow to applications")
    .addHelpText("after", EXAMPLES);
  withFilterOptions(grants.command("list"))
    .description("list the grants of a user or an application, including recently revoked ones")
    .action(
      createAction(parseFilter, async (filter) =>
        listResult("grants", await listAllGrants(OPERATOR, await resolveFilter(filter)), COLUMNS),
      ),
    );
  withFilterOptions(grants.command("revoke"))
    .description("revoke all grants of a user, an application, or both, immediately")
    .addOption(dryRunOption())
    .action(
      createAction(
        (call) => ({ filter: parseFilter(call), isDryRun: isDryRun(call) }),
        async ({ filter, ...how }) => {
          const selection = await resolveFilter(filter);
          return applyOrPreview({
            ...how,
            get: async () =>
              (await listAllGrants(OPERATOR, selection)).filter(({ revokedAt }) => revokedAt === null),
            apply: () => revokeAllGrants(OPERATOR, selection),
            toResult: (grants) => listResult("grants", grants, COLUMNS),
          });
        },
      ),
    );
}

const withFilterOptions = (command: Command): Command =>
  command.option("--user <user>", "id or email").option("--client <id>", "id of the application");

/** The user or application of the grants. */
interface Filter {
  user: UserReference | undefined;
  clientId: string | undefined;
}

function parseFilter({ options: { user, client } }: AdminCall): Filter {
  const clientId = typeof client === "string" ? client : undefined;
  if (user === undefined && clientId === undefined) throw new UsageError("--user or --client: is required");
  return { user: user === undefined ? undefined : parseUserReference(user), clientId };
}

const resolveFilter = async ({ user, clientId }: Filter): Promise<GrantsOf> => ({
  ...(user && { userId: (await resolveUser(user)).id }),
  ...(clientId !== undefined && { clientId: (await getOAuthClient(OPERATOR, clientId)).id }),
});
