import * as z from "zod";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { getGrant } from "#lib/identity/oauth/grants/read.ts";
import { AppGrant, GrantId } from "#lib/identity/oauth/grants/schema.ts";

/** Gets one grant of the caller. */
export const handler = endpoint(
  {
    id: "me.grants.get",
    summary: "Get the access of an application",
    description: "Returns what an application may do in your name.",
    route: "GET /me/grants/{id}",
    scopes: ["READ_PROFILE"],
    path: z.object({ id: GrantId }),
    response: z.object({ grant: AppGrant }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  async ({ caller, path }) => ({ grant: (await getGrant(caller, path.id)).grant }),
);
