import * as z from "zod";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";
import { listGrants } from "#lib/identity/oauth/grants/read.ts";
import { AppGrant } from "#lib/identity/oauth/grants/schema.ts";

/** Lists the grants of the caller. */
export const handler = listEndpoint(
  {
    id: "me.grants.list",
    summary: "List the applications you have authorized",
    description: "Lists the applications that may act in your name.",
    route: "GET /me/grants",
    scopes: ["READ_PROFILE"],
    response: z.object({ grants: z.array(AppGrant).describe("The access of each application.") }),
    failures: [],
    permissions: ["table:Query", "table:BatchGetItem"],
  },
  ({ caller }) => listGrants(caller),
);
