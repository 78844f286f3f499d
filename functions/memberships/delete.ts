import * as z from "zod";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { Message } from "#lib/entry/http/message.ts";
import { removeMembership } from "#lib/identity/memberships/remove.ts";
import { Membership, MembershipPath } from "#lib/identity/memberships/schema.ts";
import { visibleMembership } from "#lib/identity/memberships/visibility.ts";

/** Removes a member from a team; users can also remove themselves. */
export const handler = endpoint(
  {
    id: "memberships.delete",
    summary: "Delete a membership",
    description: "Leaves a team, or removes a member. The last owner can't leave.",
    route: "DELETE /memberships/{key}",
    scopes: ["WRITE_MEMBERSHIP"],
    input: { path: MembershipPath },
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
