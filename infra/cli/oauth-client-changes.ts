import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { disableOAuthClient } from "#lib/oauth/disable-client.ts";
import { getOAuthClient } from "#lib/oauth/get-client.ts";
import { OAuthClientUpdate } from "#lib/oauth/schema.ts";
import { updateOAuthClient } from "#lib/oauth/update-client.ts";
import type { Act } from "./act.ts";
import { parseOptions, repeated, textOrNone, UsageError, word } from "./parse-options.ts";
import { readLogo } from "./read-logo.ts";
import { shownOne } from "./shown.ts";

/** Adds the commands that show and change an application. */
export function addOAuthClientChanges(clients: Command, act: Act): void {
  clients
    .command("show <id>")
    .description("show an application")
    .action(
      act(
        ({ args: [id = ""] }) => id,
        async (id) => shownOne("oauth_client", await getOAuthClient(OPERATOR, id)),
      ),
    );
  addSwitch(clients, act, {
    verb: "disable",
    effect: "disable an application and its tokens immediately",
  });
  addSwitch(clients, act, { verb: "enable", effect: "enable a disabled application; its tokens work again" });
  clients
    .command("update <id>")
    .description("change an application; other fields stay unchanged")
    .option("--name <name>", "shown on the consent page")
    .option("--redirect-uri <uri>", "replaces all redirect URIs; can be repeated", repeated(String))
    .option("--logo <file>", "picture of at most 16 KB, or none", textOrNone)
    .option("--link <address>", "page about the application, or none", textOrNone)
    .option("--scope <scope>", "replaces all allowed scopes; can be repeated", repeated(word))
    .action(
      act(
        ({ args: [id = ""], options }) => {
          const { logo } = options;
          const picture = typeof logo === "string" ? readLogo(logo) : logo;
          const changes = parseOptions(OAuthClientUpdate, { ...options, logo: picture });
          if (Object.keys(changes).length === 0)
            throw new UsageError("nothing to change: send at least one option");
          return { id, changes };
        },
        async ({ id, changes }) => shownOne("oauth_client", await updateOAuthClient(OPERATOR, id, changes)),
      ),
    );
}

interface Switch {
  verb: "disable" | "enable";
  effect: string;
}

const addSwitch = (clients: Command, act: Act, { verb, effect }: Switch): Command =>
  clients
    .command(`${verb} <id>`)
    .description(effect)
    .action(
      act(
        ({ args: [id = ""] }) => id,
        async (id) => shownOne("oauth_client", await disableOAuthClient(OPERATOR, id, verb === "disable")),
      ),
    );
