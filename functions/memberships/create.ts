import * as z from "zod";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";
import { addMembership } from "#lib/identity/memberships/add.ts";
import { StoredMembership } from "#lib/identity/memberships/entity.ts";
import { Membership, MembershipCreate } from "#lib/identity/memberships/schema.ts";
import { visibleMembership } from "#lib/identity/memberships/visibility.ts";

/** Invites a user to a team. */
export const handler = writeEndpoint(
  {
    id: "memberships.create",
    summary: "Invite a user to a team",
    description:
      "Invites a user to a team. The user is a member after accepting the invitation. Only for admins and owners of the team.",
    route: "POST /memberships",
    scopes: ["WRITE_MEMBERSHIP"],
    input: { body: MembershipCreate },
    result: StoredMembership,
    response: z.object({ membership: Membership, message: Message }),
    failures: ["not_found", "forbidden", "conflict"],
    permissions: ["table:BatchGetItem", "table:GetItem", "table:Query", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, body }) => addMembership(caller, body),
  (membership, { caller }) => ({
    membership: visibleMembership(caller, membership),
    message: membership.accepted ? "Member added." : "User invited.",
  }),
);
