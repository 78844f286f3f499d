import * as z from "zod";
import { TeamSummary } from "#lib/identity/teams/schema.ts";
import { UserSummary } from "#lib/identity/users/summary.ts";
import { updateSchema } from "#lib/platform/update-schema.ts";

/** Role of a user in a team. */
export const MembershipRole = z.enum(["MEMBER", "ADMIN", "OWNER"]).describe("Role of a user in a team.");
export type MembershipRole = z.output<typeof MembershipRole>;

/** The user in a membership, without the email address of an invited user for others (`visibleMembership`). */
export const MemberSummary = UserSummary.extend({
  email: z
    .string()
    .nullable()
    .describe("Email address. Until the user accepts the invitation, null for others."),
}).describe("A user of a team.");
export type MemberSummary = z.output<typeof MemberSummary>;

const editable = {
  role: MembershipRole.describe("Role in the team. Admins and owners change the team and its memberships."),
  accepted: z.boolean().describe("Whether the user has accepted the invitation."),
  disableImpersonation: z
    .boolean()
    .describe("Whether admins of the team may not act as this user. Stored only."),
};

/** A membership in API responses. */
export const Membership = z
  .object({
    id: z.int().describe("Id of the membership. Paths use `{userId}_{teamId}` instead."),
    teamId: z.int().describe("Id of the team."),
    userId: z.int().describe("Id of the user."),
    ...editable,
    team: TeamSummary.describe("The team."),
    user: MemberSummary.describe("The user."),
  })
  .describe("A user's membership in a team.");
export type Membership = z.output<typeof Membership>;

/** The two ids that identify a membership. */
export interface MembershipKey {
  userId: number;
  teamId: number;
}

/** The filter of a list of memberships. */
export interface MembershipFilter {
  userId?: number | undefined;
  teamId?: number | undefined;
}

/** The path parameter of a membership: both ids in one segment, `7_3` for user 7 in team 3. */
export const MembershipPath = z
  .object({
    key: z
      .string()
      .regex(/^\d{1,15}_\d{1,15}$/, "must be {userId}_{teamId}")
      .describe("`{userId}_{teamId}`"),
  })
  .transform(({ key }): MembershipKey => {
    const [userId, teamId] = key.split("_");
    return { userId: Number(userId), teamId: Number(teamId) };
  });

/** Request body of a create. The membership is an invitation until it is accepted. */
export const MembershipCreate = z.strictObject({
  userId: z.int().min(0).describe("Id of the user to invite."),
  teamId: z.int().min(0).describe("Id of the team."),
  role: editable.role.default("MEMBER"),
  accepted: editable.accepted.default(false),
  disableImpersonation: editable.disableImpersonation.default(false),
});
export type MembershipCreate = z.output<typeof MembershipCreate>;

/** Request body of an update, with at least one field. */
export const MembershipUpdate = updateSchema(editable);
export type MembershipUpdate = z.output<typeof MembershipUpdate>;
