import type { Command } from "commander";
import { createApiKey, type IssuedApiKey } from "#lib/api-keys/create.ts";
import { listApiKeys } from "#lib/api-keys/list.ts";
import { revokeApiKey } from "#lib/api-keys/revoke.ts";
import { type ApiKey, ApiKeyCreate } from "#lib/api-keys/schema.ts";
import { OPERATOR } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import type { Act, AdminCall } from "./act.ts";
import { createOrKeep } from "./create-or-keep.ts";
import { dryRunOption, endOrShow, isDryRun } from "./dry-run.ts";
import { parseOptions, UsageError } from "./parse-options.ts";
import { idReference, userMeant, userReference } from "./references.ts";
import { type Shown, shownList, shownOne } from "./shown.ts";

const EXAMPLES = `
A key has all rights of its user. It is printed once, when it is created; the service stores only its hash.

Examples:
  npm run admin -- api-keys create --user ann@example.com --note laptop --expires 90d
  npm run admin -- api-keys create --user ann@example.com --note nightly --if-missing
  npm run admin -- api-keys list --user ann@example.com
  npm run admin -- api-keys revoke 7 --user ann@example.com --dry-run`;

const COLUMNS = ["id", "note", "createdAt", "expiresAt", "lastUsedAt", "revokedAt"] as const;
const DAY = 86_400_000;

/** Adds the commands that create and revoke API keys. */
export function addApiKeys(program: Command, act: Act): void {
  const keys = program.command("api-keys").description("API keys of users").addHelpText("after", EXAMPLES);
  addCreate(keys, act);
  ofUser(keys.command("list"))
    .description("list the API keys of a user, including revoked and expired keys")
    .action(
      act(userOf, async (user) =>
        shownList("api_keys", await listApiKeys(OPERATOR, (await userMeant(user)).id), COLUMNS),
      ),
    );
  ofUser(keys.command("revoke <id>"))
    .description("revoke an API key immediately and permanently")
    .addOption(dryRunOption())
    .action(
      act(
        (call) => ({ user: userOf(call), id: idReference(call.args[0]), isDryRun: isDryRun(call) }),
        async ({ user, id, ...how }) => {
          const { id: userId } = await userMeant(user);
          return endOrShow({
            ...how,
            find: () => findApiKey(userId, (key) => key.id === id),
            end: () => revokeApiKey(OPERATOR, userId, id),
            show: (key) => shownOne("api_key", key),
          });
        },
      ),
    );
}

function addCreate(keys: Command, act: Act): void {
  ofUser(keys.command("create"))
    .description("create an API key")
    .option("--note <text>", "the purpose of the key")
    .option("--expires <when>", "days such as 90d, a date, or an instant (default: never)", expiry)
    .option("--if-missing", "keep the user's existing valid key with this note")
    .action(
      act(
        (call) => {
          const input = parseOptions(ApiKeyCreate, call.options);
          const ifMissing = call.options["ifMissing"] === true;
          if (ifMissing && input.note === null) throw new UsageError("--if-missing: needs --note");
          return { user: userOf(call), input, ifMissing };
        },
        async ({ user, input, ifMissing }) => {
          const { id: userId } = await userMeant(user);
          return createOrKeep<ApiKey | IssuedApiKey>({
            ifMissing,
            find: () => findApiKey(userId, (key) => key.note === input.note && counts(key)),
            create: () => createApiKey(OPERATOR, userId, input),
            show: shownKey,
          });
        },
      ),
    );
}

async function findApiKey(userId: number, isMeant: (key: ApiKey) => boolean): Promise<ApiKey> {
  const key = (await listApiKeys(OPERATOR, userId)).find(isMeant);
  if (key === undefined) throw notFound("API key");
  return key;
}

/** Whether a key is neither revoked nor expired. */
const counts = ({ revokedAt, expiresAt }: ApiKey): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now());

const shownKey = (made: ApiKey | IssuedApiKey): Shown =>
  "apiKey" in made
    ? {
        ...shownOne("api_key", made.apiKey, { key: made.key }),
        remark: "The key is not shown again.",
      }
    : shownOne("api_key", made);

const ofUser = (command: Command): Command => command.requiredOption("--user <user>", "id or email");
const userOf = ({ options }: AdminCall) => userReference(options["user"]);

/** Converts `90d` and `2027-01-31` to instants; the model validates any other text. */
function expiry(text: string): string {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days !== undefined) return new Date(now() + Number(days) * DAY).toISOString();
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
}
