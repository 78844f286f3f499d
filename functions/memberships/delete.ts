import * as z from "zod";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";
import { StoredMembership } from "#lib/identity/memberships/entity.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { Membership, MembershipPath } from "#lib/identity/memberships/schema.ts";
import { visibleMembership } from "#lib/identity/memberships/visibility.ts";

/** Removes a member from a team; users can also remove themselves. */
export const handler = writeEndpoint(
  {
    id: "memberships.delete",
    summary: "Delete a membership",
    description: "Leaves a team, or removes a member. The last owner can't leave.",
    route: "DELETE /memberships/{key}",
    scopes: ["WRITE_MEMBERSHIP"],
    input: { path: MembershipPath },
    result: StoredMembership,
    response: z.object({ membership: Membership, message: Message }),
    failures: ["not_found", "forbidden", "conflict"],
    permissions: [
      "table:BatchGetItem",
      "table:GetItem",
      "table:Query",
      "table:UpdateItem",
      "table:DeleteItem",
    ],
  },
  ({ caller, path }) => removeMembership(caller, path),
  (membership, { caller }) => ({
    membership: visibleMembership(caller, membership),
    message: "Membership deleted.",
  }),
);
