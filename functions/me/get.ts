import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { getProfile } from "#lib/users/get-profile.ts";
import { User } from "#lib/users/schema.ts";

/** Gets the caller's profile. Clients also use it to check a token. */
export const handler = endpoint(
  {
    id: "me.get",
    summary: "Get your profile",
    description: "Returns the profile of the user whose credential you send. Useful to check a credential.",
    route: "GET /me",
    aliases: ["GET /api/auth/oauth/me"],
    scopes: ["READ_PROFILE"],
    response: z.object({ user: User }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  async ({ caller }) => ({ user: await getProfile(caller) }),
);
