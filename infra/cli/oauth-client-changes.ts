import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { disableOAuthClient, getOAuthClient, updateOAuthClient } from "#lib/identity/oauth/clients.ts";
import { OAuthClientUpdate } from "#lib/identity/oauth/schema.ts";
import type { CreateAction } from "./action.ts";
import { objectResult } from "./command-result.ts";
import { collect, orNone, parseOptions, parseUpperCase, UsageError } from "./parse-options.ts";
import { readLogo } from "./read-logo.ts";

/** Adds the commands that show and change an application. */
export function addOAuthClientChanges(clients: Command, createAction: CreateAction): void {
  clients
    .command("show <id>")
    .description("show an application")
    .action(
      createAction(
        ({ args: [id = ""] }) => id,
        async (id) => objectResult("oauth_client", await getOAuthClient(OPERATOR, id)),
      ),
    );
  addSwitch(clients, createAction, {
    verb: "disable",
    effect: "disable an application and its tokens immediately",
  });
  addSwitch(clients, createAction, {
    verb: "enable",
    effect: "enable a disabled application; its tokens work again",
  });
  clients
    .command("update <id>")
    .description("change an application; other fields stay unchanged")
    .option("--name <name>", "shown on the consent page")
    .option("--redirect-uri <uri>", "replaces all redirect URIs; can be repeated", collect(String))
    .option("--logo <file>", "picture of at most 16 KB, or none", orNone(String))
    .option("--link <address>", "page about the application, or none", orNone(String))
    .option(
      "--scope <scope>",
      "replaces all allowed scopes, immediately also for issued tokens; can be repeated",
      collect(parseUpperCase),
    )
    .action(
      createAction(
        ({ args: [id = ""], options }) => {
          const { logo } = options;
          const picture = typeof logo === "string" ? readLogo(logo) : logo;
          const changes = parseOptions(OAuthClientUpdate, { ...options, logo: picture });
          if (Object.keys(changes).length === 0)
            throw new UsageError("nothing to change: send at least one option");
          return { id, changes };
        },
        async ({ id, changes }) =>
          objectResult("oauth_client", await updateOAuthClient(OPERATOR, id, changes)),
      ),
    );
}

interface Switch {
  verb: "disable" | "enable";
  effect: string;
}

const addSwitch = (clients: Command, createAction: CreateAction, { verb, effect }: Switch): Command =>
  clients
    .command(`${verb} <id>`)
    .description(effect)
    .action(
      createAction(
        ({ args: [id = ""] }) => id,
        async (id) =>
          objectResult("oauth_client", await disableOAuthClient(OPERATOR, id, verb === "disable")),
      ),
    );
