import * as z from "zod";
import { entity, Version } from "#lib/storage/table/entity.ts";

/**
 * A session of a user in a browser, by the hash of its cookie. It expires at `ttl`, which each use extends up to `endsAt`; both in seconds.
 * `passwordMark` is a hash of the user's password hash and `sessionEpoch`: a change of either ends the session.
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

/**
 * A browser that a user has signed in with before, by the hash of its cookie. `passwordMark` is as on a session: a new password, or ending
 * all sessions, makes the browser unknown. ADR 0016.
 */
export const KnownDevice = entity({
  name: "known-device",
  key: { pk: "SD#{hash}", sk: "{userId}" },
  schema: z.object({ hash: z.string(), userId: z.int(), passwordMark: z.string(), ttl: z.int() }),
  accountClosing: "deleted",
});

/** The times (ms) of recent failed attempts of a subject: an account, a device, a network or an OAuth client. ADR 0016. */
export const SignInFailures = entity({
  name: "sign-in-failures",
  key: { pk: "SF#{subject}", sk: "#" },
  versioned: true,
  schema: z.object({ subject: z.string(), failures: z.array(z.number()), version: Version, ttl: z.int() }),
});
