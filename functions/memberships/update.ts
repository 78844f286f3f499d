import * as z from "zod";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";
import { StoredMembership } from "#lib/identity/memberships/entity.ts";
import { Membership, MembershipPath, MembershipUpdate } from "#lib/identity/memberships/schema.ts";
import { updateMembership } from "#lib/identity/memberships/update.ts";
import { visibleMembership } from "#lib/identity/memberships/visibility.ts";

/** Accepts an invitation, or changes a member's role. */
export const handler = writeEndpoint(
  {
    id: "memberships.update",
    summary: "Update a membership",
    description: "Accepts an invitation (`accepted`), or changes the role of a member.",
    route: "PATCH /memberships/{key}",
    scopes: ["WRITE_MEMBERSHIP"],
    input: { path: MembershipPath, body: MembershipUpdate },
    result: StoredMembership,
    response: z.object({ membership: Membership }),
    failures: ["not_found", "forbidden", "conflict"],
    permissions: ["table:BatchGetItem", "table:GetItem", "table:Query", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, path, body }) => updateMembership(caller, path, body),
  (membership, { caller }) => ({ membership: visibleMembership(caller, membership) }),
);
