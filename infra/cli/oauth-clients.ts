import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { createOAuthClient } from "#lib/oauth/create-client.ts";
import { listOAuthClients } from "#lib/oauth/list-clients.ts";
import { rotateClientSecret } from "#lib/oauth/rotate-client-secret.ts";
import {
  type IssuedOAuthClient,
  type OAuthClient,
  OAuthClientCreate,
  SecretRotation,
} from "#lib/oauth/schema.ts";
import type { Act } from "./act.ts";
import { createOrKeep } from "./create-or-keep.ts";
import { addOAuthClientChanges } from "./oauth-client-changes.ts";
import { parseOptions, repeated, wholeNumber, word } from "./parse-options.ts";
import { readLogo } from "./read-logo.ts";
import { type Shown, shownList, shownOne } from "./shown.ts";

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
export function addOAuthClients(program: Command, act: Act): void {
  const clients = program
    .command("oauth-clients")
    .description("applications that request access to users' accounts")
    .addHelpText("after", EXAMPLES);
  addCreate(clients, act);
  addOAuthClientChanges(clients, act);
  clients
    .command("list")
    .description("list all applications")
    .action(
      act(
        () => undefined,
        async () => shownList("oauth_clients", await listOAuthClients(OPERATOR), COLUMNS),
      ),
    );
  clients
    .command("rotate-secret <id>")
    .description("create a new secret for an application; the current one stays valid for a while")
    .option(
      "--grace-seconds <seconds>",
      "how long the current secret stays valid, at most a week",
      wholeNumber,
      DAY_SECONDS,
    )
    .action(
      act(
        ({ args: [id = ""], options }) => ({ id, ...parseOptions(SecretRotation, options) }),
        async ({ id, graceSeconds }) => toOAuthClient(await rotateClientSecret(OPERATOR, id, graceSeconds)),
      ),
    );
}

function addCreate(clients: Command, act: Act): void {
  clients
    .command("create")
    .description("register an application; without --public it has a secret")
    .requiredOption("--name <name>", "shown on the consent page")
    .requiredOption(
      "--redirect-uri <uri>",
      "exact; https, or http on loopback; can be repeated",
      repeated(String),
    )
    .option("--logo <file>", "picture of at most 16 KB, shown on the consent page; an address is not shown")
    .option("--link <address>", "page about the application")
    .option("--public", "the application runs on the users' devices and has no secret")
    .option("--scope <scope>", "allowed scope; can be repeated (default: all except ADMIN)", repeated(word))
    .option("--if-missing", "keep the existing application with this name")
    .action(
      act(
        ({ options }) => ({
          input: parseOptions(OAuthClientCreate, {
            ...options,
            logo: readLogo(options["logo"]),
            type: options["public"] === true ? "public" : undefined,
          }),
          ifMissing: options["ifMissing"] === true,
        }),
        ({ input, ifMissing }) =>
          createOrKeep<IssuedOAuthClient>({
            ifMissing,
            find: async () => ({ client: await withName(input.name), clientSecret: null }),
            create: () => createOAuthClient(OPERATOR, input),
            show: toOAuthClient,
          }),
      ),
    );
}

async function withName(name: string): Promise<OAuthClient> {
  const found = (await listOAuthClients(OPERATOR)).find((client) => client.name === name);
  if (!found) throw notFound("OAuth client");
  return found;
}

const toOAuthClient = ({ client, clientSecret }: IssuedOAuthClient): Shown =>
  clientSecret === null
    ? shownOne("oauth_client", client)
    : {
        ...shownOne("oauth_client", client, { clientSecret }),
        remark: "The secret is not shown again.",
      };
