import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { getProfile } from "#lib/users/get-profile.ts";
import { User } from "#lib/users/model.ts";

/** Reads the caller's profile. Spec §4 Me. */
export const handler = endpoint(
  {
    id: "me.get",
    summary: "Read your profile",
    route: "GET /me",
    scopes: ["READ_PROFILE"],
    response: z.object({ user: User }),
    failures: ["not_found"],
    grants: ["table:GetItem"],
  },
  async ({ caller }) => ({ user: await getProfile(caller) }),
);
