import type { Command } from "commander";
import { OPERATOR } from "#lib/access/caller.ts";
import { createApiKey } from "#lib/api-keys/create.ts";
import { listApiKeys } from "#lib/api-keys/list.ts";
import { type ApiKey, ApiKeyCreate } from "#lib/api-keys/model.ts";
import { revokeApiKey } from "#lib/api-keys/revoke.ts";
import { notFound } from "#lib/http/failures.ts";
import { now } from "#lib/platform/clock.ts";
import type { Act, Call } from "./act.ts";
import { dryRunOption, endOrShow, isDryRun } from "./dry-run.ts";
import { parseOptions } from "./parse-options.ts";
import { idReference, userMeant, userReference } from "./references.ts";
import { shownList, shownOne } from "./shown.ts";

const EXAMPLES = `
A key may do what its user may. It is shown once, when it is made; only its hash is kept.

Examples:
  npm run admin -- api-keys create --user ann@example.com --note laptop --expires 90d
  npm run admin -- api-keys list --user ann@example.com
  npm run admin -- api-keys revoke 7 --user ann@example.com --dry-run`;

const COLUMNS = ["id", "note", "createdAt", "expiresAt", "lastUsedAt", "revokedAt"] as const;
const DAY = 86_400_000;

/** Adds the commands that make and revoke API keys. */
export function addApiKeys(program: Command, act: Act): void {
  const keys = program.command("api-keys").description("API keys of users").addHelpText("after", EXAMPLES);
  ofUser(keys.command("create"))
    .description("make an API key")
    .option("--note <text>", "what it is for")
    .option("--expires <when>", "days such as 90d, a date, or an instant (default: never)", expiry)
    .action(
      act(
        (call) => ({ user: userOf(call), input: parseOptions(ApiKeyCreate, call.options) }),
        async ({ user, input }) => {
          const { key, apiKey } = await createApiKey(OPERATOR, (await userMeant(user)).id, input);
          return { ...shownOne("api_key", apiKey, { key }), remark: "The key is shown only this once." };
        },
      ),
    );
  ofUser(keys.command("list"))
    .description("list the API keys of a user, revoked and expired ones included")
    .action(
      act(userOf, async (user) =>
        shownList("api_keys", await listApiKeys(OPERATOR, (await userMeant(user)).id), COLUMNS),
      ),
    );
  ofUser(keys.command("revoke <id>"))
    .description("revoke an API key for good, at once")
    .addOption(dryRunOption())
    .action(
      act(
        (call) => ({ user: userOf(call), id: idReference(call.args[0]), isDryRun: isDryRun(call) }),
        async ({ user, id, ...how }) => {
          const { id: userId } = await userMeant(user);
          return endOrShow({
            ...how,
            find: () => findApiKey(userId, id),
            end: () => revokeApiKey(OPERATOR, userId, id),
            show: (key) => shownOne("api_key", key),
          });
        },
      ),
    );
}

async function findApiKey(userId: number, id: number): Promise<ApiKey> {
  const key = (await listApiKeys(OPERATOR, userId)).find((one) => one.id === id);
  if (key === undefined) throw notFound("API key");
  return key;
}

const ofUser = (command: Command): Command => command.requiredOption("--user <user>", "id or email");
const userOf = ({ options }: Call) => userReference(options["user"]);

/** `90d` and `2027-01-31` as instants; what is neither is left to the model. */
function expiry(text: string): string {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days !== undefined) return new Date(now() + Number(days) * DAY).toISOString();
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
}
