import * as z from "zod";
import { entity } from "#lib/storage/table/entity.ts";

/**
 * The link with which a user can set a new password. `resetLink` is the hash of its token. A user has one item, so a new link
 * replaces the earlier one. The link is valid until `ttl` (seconds), and only as long as `passwordMark` is still the user's: a new
 * password makes it invalid, and so does ending all sessions, as a lock does. `usedBy` is the hash of the form that set the new password,
 * and of its mark.
 */
export const ResetLinkItem = entity({
  name: "reset-link",
  key: { pk: "PR#{userId}", sk: "#" },
  schema: z.object({
    userId: z.int(),
    resetLink: z.string(),
    passwordMark: z.string(),
    usedBy: z.string().optional(),
    ttl: z.int(),
  }),
  audit: { resource: "user", id: "{userId}", only: ["resetLink"] },
  accountClosing: "deleted",
});
