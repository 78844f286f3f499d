import * as z from "zod";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";
import { AppGrant, GrantId, VersionedGrant } from "#lib/identity/oauth/grants/schema.ts";
import { removeGrant } from "#lib/identity/oauth/grants/writes.ts";

/** Revokes the access of an application to the caller's data. */
export const handler = writeEndpoint(
  {
    id: "me.grants.delete",
    summary: "Revoke the access of an application",
    description: "Ends the access of an application. Its tokens stop working immediately.",
    route: "DELETE /me/grants/{id}",
    scopes: ["READ_PROFILE"],
    input: { path: z.object({ id: GrantId }) },
    result: VersionedGrant,
    response: z.object({ grant: AppGrant, message: Message }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:UpdateItem"],
  },
  ({ caller, path }) => removeGrant(caller, path),
  (grant) => ({ grant, message: "The application no longer has access." }),
);
