import * as z from "zod";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { User } from "#lib/identity/users/schema.ts";
import { getVisibleUser, UserReference } from "#lib/identity/users/visibility.ts";

/** Gets one user: the caller; any for a system admin. */
export const handler = endpoint(
  {
    id: "users.get",
    summary: "Get a user",
    description: "Returns your profile. System admins can read every user.",
    route: "GET /users/{id}",
    scopes: ["READ_PROFILE"],
    input: { path: z.object({ id: UserReference }) },
    response: z.object({ user: User }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  async ({ caller, path }) => ({ user: await getVisibleUser(caller, path.id) }),
);
