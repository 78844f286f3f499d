import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { createApiKey, type IssuedApiKey } from "#lib/identity/api-keys/create.ts";
import { listApiKeys } from "#lib/identity/api-keys/list.ts";
import { revokeApiKey } from "#lib/identity/api-keys/revoke.ts";
import { type ApiKey, ApiKeyCreate } from "#lib/identity/api-keys/schema.ts";
import { now } from "#lib/platform/clock.ts";
import type { AdminCall, CreateAction } from "./action.ts";
import { type CommandResult, listResult, objectResult } from "./command-result.ts";
import { createIfMissing } from "./create-if-missing.ts";
import { applyOrPreview, dryRunOption, isDryRun } from "./dry-run.ts";
import { parseOptions, UsageError } from "./parse-options.ts";
import { parseId, parseUserReference, resolveUser } from "./references.ts";

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
export function addApiKeys(program: Command, createAction: CreateAction): void {
  const keys = program.command("api-keys").description("API keys of users").addHelpText("after", EXAMPLES);
  addCreate(keys, createAction);
  withUserOption(keys.command("list"))
    .description("list the API keys of a user, including those revoked or expired in the last 30 days")
    .action(
      createAction(parseUserOption, async (user) =>
        listResult("api_keys", await listApiKeys(OPERATOR, (await resolveUser(user)).id), COLUMNS),
      ),
    );
  withUserOption(keys.command("revoke <id>"))
    .description("revoke an API key immediately and permanently")
    .addOption(dryRunOption())
    .action(
      createAction(
        (call) => ({ user: parseUserOption(call), id: parseId(call.args[0]), isDryRun: isDryRun(call) }),
        async ({ user, id, ...how }) => {
          const { id: userId } = await resolveUser(user);
          return applyOrPreview({
            ...how,
            get: () => getApiKey(userId, (key) => key.id === id),
            apply: () => revokeApiKey(OPERATOR, userId, id),
            toResult: (key) => objectResult("api_key", key),
          });
        },
      ),
    );
}

function addCreate(keys: Command, createAction: CreateAction): void {
  withUserOption(keys.command("create"))
    .description("create an API key")
    .option("--note <text>", "the purpose of the key")
    .option("--expires <when>", "days such as 90d, a date, or an instant (default: never)", parseExpiry)
    .option("--if-missing", "keep the user's existing valid key with this note")
    .action(
      createAction(
        (call) => {
          const input = parseOptions(ApiKeyCreate, call.options);
          const ifMissing = call.options["ifMissing"] === true;
          if (ifMissing && input.note === null) throw new UsageError("--if-missing: needs --note");
          return { user: parseUserOption(call), input, ifMissing };
        },
        async ({ user, input, ifMissing }) => {
          const { id: userId } = await resolveUser(user);
          return createIfMissing<ApiKey | IssuedApiKey>({
            ifMissing,
            get: () => getApiKey(userId, (key) => key.note === input.note && isValid(key)),
            create: () => createApiKey(OPERATOR, userId, input),
            toResult: keyResult,
          });
        },
      ),
    );
}

async function getApiKey(userId: number, isMatch: (key: ApiKey) => boolean): Promise<ApiKey> {
  const key = (await listApiKeys(OPERATOR, userId)).find(isMatch);
  if (key === undefined) throw notFound("API key");
  return key;
}

/** Whether a key is neither revoked nor expired. */
const isValid = ({ revokedAt, expiresAt }: ApiKey): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now());

const keyResult = (key: ApiKey | IssuedApiKey): CommandResult =>
  "apiKey" in key
    ? {
        ...objectResult("api_key", key.apiKey, { key: key.key }),
        remark: "The key is not shown again.",
      }
    : objectResult("api_key", key);

const withUserOption = (command: Command): Command => command.requiredOption("--user <user>", "id or email");
const parseUserOption = ({ options }: AdminCall) => parseUserReference(options["user"]);

/** Converts `90d` and `2027-01-31` to instants. The schema validates any other text. */
function parseExpiry(text: string): string {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days !== undefined) return new Date(now() + Number(days) * DAY).toISOString();
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
}
