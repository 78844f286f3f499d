import * as z from "zod";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";
import { User } from "#lib/identity/users/schema.ts";
import { listVisibleUsers, UserFilter } from "#lib/identity/users/visibility.ts";

/** Lists the caller as the only user; all users for a system admin. */
export const handler = listEndpoint(
  {
    id: "users.list",
    summary: "List users",
    description: "Returns you as the only user. System admins get all users.",
    route: "GET /users",
    scopes: ["READ_PROFILE"],
    input: { query: UserFilter },
    response: z.object({ users: z.array(User).describe("Users in the order of their ids.") }),
    failures: [],
    permissions: ["table:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => listVisibleUsers(caller, query),
);
