import * as z from "zod";
import { entity } from "#lib/storage/table/entity.ts";

/**
 * A sign-in that was started at the operator's OpenID provider, by the hash of its `state`. It expires at `ttl` (seconds). `browser` is the
 * hash of the token of the browser that started it, `query` the query of the page to return to.
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

/** The user of an account at an OpenID provider, by the hash of `iss` and `sub`. ADR 0021. */
export const ProviderSubject = entity({
  name: "provider-subject",
  key: { pk: "SO#{hash}", sk: "#" },
  schema: z.object({ hash: z.string(), userId: z.int() }),
  accountClosing: "deleted",
});

/** The account of a user at an OpenID provider; one for each user until the operator removes it. */
export const ProviderLink = entity({
  name: "provider-link",
  key: { pk: "SL#{userId}", sk: "{issuer}" },
  schema: z.object({ userId: z.int(), issuer: z.string(), hash: z.string() }),
  accountClosing: "deleted",
});
