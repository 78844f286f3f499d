import * as z from "zod";
import { entity } from "#lib/table/entity.ts";

/**
 * A sign-in that waits for the operator's OpenID provider, by the hash of its `state`; until `ttl` (seconds). `browser` is the
 * hash of the token of the browser that began it, `query` the text of the authorization request that goes on afterwards.
 */
export const PendingSignIn = entity({
  name: "pending-sign-in",
  key: { pk: "SW#{hash}", sk: "#" },
  schema: z.object({
    hash: z.string(),
    browser: z.string(),
    query: z.string(),
    ttl: z.int(),
  }),
});

/** The user somebody at an OpenID provider is, by the hash of `iss` and `sub`. ADR 0021. */
export const ProviderSubject = entity({
  name: "provider-subject",
  key: { pk: "SO#{hash}", sk: "#" },
  schema: z.object({ hash: z.string(), userId: z.int() }),
  accountClosing: "deleted",
});

/** Who a user is at an OpenID provider: one person, for as long as the operator does not undo it. */
export const ProviderLink = entity({
  name: "provider-link",
  key: { pk: "SL#{userId}", sk: "{issuer}" },
  schema: z.object({ userId: z.int(), issuer: z.string(), hash: z.string() }),
  accountClosing: "deleted",
});
