import * as z from "zod";
import { MembershipRole } from "./entity.ts";

/** The two ids a membership is addressed by. */
export interface MembershipKey {
  userId: number;
  teamId: number;
}

const editable = {
  role: MembershipRole,
  accepted: z.boolean(),
  disableImpersonation: z.boolean(),
};

/** Who becomes a member of what; an invitation until it is accepted. Decisions §4 Membership. */
export const MembershipCreate = z.strictObject({
  userId: z.int().min(0),
  teamId: z.int().min(0),
  role: editable.role.default("MEMBER"),
  accepted: editable.accepted.default(false),
  disableImpersonation: editable.disableImpersonation.default(false),
});
export type MembershipCreate = z.output<typeof MembershipCreate>;

/** What can be changed of a membership; at least one. */
export const MembershipUpdate = z
  .strictObject(editable)
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, "needs at least one field");
export type MembershipUpdate = z.output<typeof MembershipUpdate>;
