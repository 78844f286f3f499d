import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { createOAuthClient, listOAuthClients, rotateClientSecret } from "#lib/identity/oauth/clients.ts";
import {
  type IssuedOAuthClient,
  type OAuthClient,
  OAuthClientCreate,
  SecretRotation,
} from "#lib/identity/oauth/schema.ts";
import type { CreateAction } from "./action.ts";
import { type CommandResult, listResult, objectResult } from "./command-result.ts";
import { createIfMissing } from "./create-if-missing.ts";
import { addOAuthClientChanges } from "./oauth-client-changes.ts";
import { collect, parseOptions, parseUpperCase, parseWholeNumber } from "./parse-options.ts";
import { readLogo } from "./read-logo.ts";

const EXAMPLES = `
Examples:
  npm run admin -- oauth-clients create --name "Room planner" --redirect-uri https://rooms.example.com/callback --if-missing
  npm run admin -- oauth-clients create --name "Phone app" --public --redirect-uri https://app.example.com/callback --scope READ_BOOKING
  npm run admin -- oauth-clients rotate-secret <id> --grace-seconds 86400
  npm run admin -- oauth-clients update <id> --redirect-uri https://rooms.example.com/back
  npm run admin -- oauth-clients list
  npm run admin -- oauth-clients show <id>
  npm run admin -- oauth-clients disable <id>
  npm run admin -- oauth-clients enable <id>`;

const COLUMNS = ["id", "name", "type", "redirectUris", "createdAt", "disabledAt"] as const;
const DAY_SECONDS = 86_400;

/** Adds the commands that register applications, which can then request access from users. */
export function addOAuthClients(program: Command, createAction: CreateAction): void {
  const clients = program
    .command("oauth-clients")
    .description("applications that request access to users' accounts")
    .addHelpText("after", EXAMPLES);
  addCreate(clients, createAction);
  addOAuthClientChanges(clients, createAction);
  clients
    .command("list")
    .description("list all applications")
    .action(
      createAction(
        () => undefined,
        async () => listResult("oauth_clients", await listOAuthClients(OPERATOR), COLUMNS),
      ),
    );
  clients
    .command("rotate-secret <id>")
    .description("create a new secret for an application; the current one stays valid for a while")
    .option(
      "--grace-seconds <seconds>",
      "how long the current secret stays valid, at most a week",
      parseWholeNumber,
      DAY_SECONDS,
    )
    .action(
      createAction(
        ({ args: [id = ""], options }) => ({ id, ...parseOptions(SecretRotation, options) }),
        async ({ id, graceSeconds }) => clientResult(await rotateClientSecret(OPERATOR, id, graceSeconds)),
      ),
    );
}

function addCreate(clients: Command, createAction: CreateAction): void {
  clients
    .command("create")
    .description("register an application; without --public it has a secret")
    .requiredOption("--name <name>", "shown on the consent page")
    .requiredOption(
      "--redirect-uri <uri>",
      "exact; https, or http on loopback; can be repeated",
      collect(String),
    )
    .option("--logo <file>", "picture of at most 16 KB, shown on the consent page; an address is not shown")
    .option("--link <address>", "page about the application")
    .option("--public", "the application runs on the users' devices and has no secret")
    .option(
      "--scope <scope>",
      "allowed scope; can be repeated (default: all except ADMIN)",
      collect(parseUpperCase),
    )
    .option("--if-missing", "keep the existing application with this name")
    .action(
      createAction(
        ({ options }) => ({
          input: parseOptions(OAuthClientCreate, {
            ...options,
            logo: readLogo(options["logo"]),
            type: options["public"] === true ? "public" : undefined,
          }),
          ifMissing: options["ifMissing"] === true,
        }),
        ({ input, ifMissing }) =>
          createIfMissing<IssuedOAuthClient>({
            ifMissing,
            get: async () => ({ client: await getByName(input.name), clientSecret: null }),
            create: () => createOAuthClient(OPERATOR, input),
            toResult: clientResult,
          }),
      ),
    );
}

async function getByName(name: string): Promise<OAuthClient> {
  const found = (await listOAuthClients(OPERATOR)).find((client) => client.name === name);
  if (!found) throw notFound("OAuth client");
  return found;
}

const clientResult = ({ client, clientSecret }: IssuedOAuthClient): CommandResult =>
  clientSecret === null
    ? objectResult("oauth_client", client)
    : {
        ...objectResult("oauth_client", client, { clientSecret }),
        remark: "The secret is not shown again.",
      };
