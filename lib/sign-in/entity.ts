import * as z from "zod";
import { entity, Version } from "#lib/table/entity.ts";

/**
 * A browser whose user has signed in, by the hash of its cookie. It ends unused at `ttl`, which rises with use up to
 * `endsAt`; both in seconds. `passwordMark` is a hash of the user's password hash and `sessionEpoch`, so a change of either ends it.
 */
export const SessionItem = entity({
  name: "session",
  key: { pk: "SS#{hash}", sk: "#" },
  schema: z.object({
    hash: z.string(),
    userId: z.int(),
    passwordMark: z.string(),
    endsAt: z.int(),
    ttl: z.int(),
  }),
  accountClosing: "deleted",
});

/** A browser that a user has signed in with before, by the hash of its cookie. ADR 0016. */
export const KnownDevice = entity({
  name: "known-device",
  key: { pk: "SD#{hash}", sk: "{userId}" },
  schema: z.object({ hash: z.string(), userId: z.int(), ttl: z.int() }),
  accountClosing: "deleted",
});

/** When attempts failed of late (ms), for what they are counted against: an account, a device, a network, or an OAuth client. ADR 0016. */
export const SignInFailures = entity({
  name: "sign-in-failures",
  key: { pk: "SF#{subject}", sk: "#" },
  versioned: true,
  schema: z.object({ subject: z.string(), failures: z.array(z.number()), version: Version, ttl: z.int() }),
});
