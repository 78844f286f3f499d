import * as z from "zod";
import { entity, Version } from "#lib/table/entity.ts";

/** Role of a user in a team. */
export const MembershipRole = z.enum(["MEMBER", "ADMIN", "OWNER"]);
export type MembershipRole = z.output<typeof MembershipRole>;

/** A user's place in a team; stored on both sides in one transaction. */
export const StoredMembership = z.object({
  id: z.int(),
  teamId: z.int(),
  userId: z.int(),
  accepted: z.boolean(),
  role: MembershipRole,
  disableImpersonation: z.boolean(),
  isOrganization: z.boolean(),
  version: Version,
});
export type StoredMembership = z.output<typeof StoredMembership>;

/** The teams of a user. */
export const MembershipOfUser = entity({
  name: "membership-of-user",
  key: { pk: "H#{userId}", sk: "M#{teamId:10}" },
  versioned: true,
  schema: StoredMembership,
});

/** The members of a team. */
export const MembershipOfTeam = entity({
  name: "membership-of-team",
  key: { pk: "TM#{teamId}", sk: "M#{userId:10}" },
  versioned: true,
  schema: StoredMembership,
});
