import * as z from "zod";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { getProfile } from "#lib/identity/users/read.ts";
import { User } from "#lib/identity/users/schema.ts";

/** Gets the caller's profile. Clients also use it to check a token. */
export const handler = endpoint(
  {
    id: "me.get",
    summary: "Get your profile",
    description:
      "Returns the profile of the user whose credential you send. Useful to check a credential. `username` and `email` are also at the top level, for OAuth clients that read them there.",
    route: "GET /me",
    aliases: ["GET /api/auth/oauth/me"],
    scopes: ["READ_PROFILE"],
    response: z.object({ user: User, username: User.shape.username, email: User.shape.email }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  async ({ caller }) => {
    const user = await getProfile(caller);
    return { user, username: user.username, email: user.email };
  },
);
