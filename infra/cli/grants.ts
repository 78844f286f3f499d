import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { type GrantsOf, listAllGrants } from "#lib/oauth/grants/list-all.ts";
import { revokeAllGrants } from "#lib/oauth/grants/revoke-all.ts";
import type { Act, AdminCall } from "./act.ts";
import { dryRunOption, endOrShow, isDryRun } from "./dry-run.ts";
import { UsageError } from "./parse-options.ts";
import { type UserReference, userMeant, userReference } from "./references.ts";
import { shownList } from "./shown.ts";

const EXAMPLES = `
A grant is the permission of one user for one application. Revoking it ends all its tokens. It cannot be restored: the application
has to request access again.

Examples:
  npm run admin -- grants list --user ann@example.com
  npm run admin -- grants revoke --user ann@example.com --client <id>
  npm run admin -- grants revoke --client <id> --dry-run`;

const COLUMNS = ["id", "userId", "clientId", "scopes", "createdAt", "lastUsedAt", "revokedAt"] as const;

/** Adds the commands that list and revoke grants. */
export function addGrants(program: Command, act: Act): void {
  const grants = program
    .command("grants")
    .description("access that users allow to applications")
    .addHelpText("after", EXAMPLES);
  meant(grants.command("list"))
    .description("list the grants of a user or an application, including recently revoked ones")
    .action(
      act(readMeant, async (whose) =>
        shownList("grants", await listAllGrants(OPERATOR, await grantsOf(whose)), COLUMNS),
      ),
    );
  meant(grants.command("revoke"))
    .description("revoke all grants of a user, an application, or both, immediately")
    .addOption(dryRunOption())
    .action(
      act(
        (call) => ({ whose: readMeant(call), isDryRun: isDryRun(call) }),
        async ({ whose, ...how }) => {
          const meant = await grantsOf(whose);
          return endOrShow({
            ...how,
            find: async () =>
              (await listAllGrants(OPERATOR, meant)).filter(({ revokedAt }) => revokedAt === null),
            end: () => revokeAllGrants(OPERATOR, meant),
            show: (grants) => shownList("grants", grants, COLUMNS),
          });
        },
      ),
    );
}

const meant = (command: Command): Command =>
  command.option("--user <user>", "id or email").option("--client <id>", "id of the application");

interface Whose {
  user: UserReference | undefined;
  clientId: string | undefined;
}

function readMeant({ options: { user, client } }: AdminCall): Whose {
  const clientId = typeof client === "string" ? client : undefined;
  if (user === undefined && clientId === undefined) throw new UsageError("--user or --client: is required");
  return { user: user === undefined ? undefined : userReference(user), clientId };
}

const grantsOf = async ({ user, clientId }: Whose): Promise<GrantsOf> => ({
  ...(user && { userId: (await userMeant(user)).id }),
  ...(clientId !== undefined && { clientId }),
});
