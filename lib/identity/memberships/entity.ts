import type * as z from "zod";
import { entity, Version } from "#lib/storage/table/entity.ts";
import { USER_FIELDS } from "#lib/storage/table/personal.ts";
import { Membership } from "./schema.ts";

/** A stored membership. It has one item in the partition of the user and one in that of the team, written in one transaction. */
export const StoredMembership = Membership.extend({ version: Version });
export type StoredMembership = z.output<typeof StoredMembership>;

/** The teams of a user. */
export const MembershipOfUser = entity({
  name: "membership-of-user",
  key: { pk: "H#{userId}", sk: "M#{teamId:10}" },
  versioned: true,
  schema: StoredMembership,
  attributes: ["id", "userId", "teamId", "role", "accepted"],
  audit: { resource: "membership", id: "{userId}_{teamId}" },
  personal: [{ of: "user", at: "user", id: "id", fields: USER_FIELDS }],
  accountClosing: "retained",
  notPersonal: ["team.name"],
});

/** The members of a team; through the index, of all teams, for system admins. */
export const MembershipOfTeam = entity({
  name: "membership-of-team",
  key: { pk: "TM#{teamId}", sk: "M#{userId:10}" },
  indexes: { GSI2: { pk: "MEMBERSHIPS", sk: "{id:10}" } },
  versioned: true,
  schema: StoredMembership,
  attributes: ["id", "userId", "teamId", "role", "accepted"],
  personal: [{ of: "user", at: "user", id: "id", fields: USER_FIELDS }],
  accountClosing: "retained",
  notPersonal: ["team.name"],
});
