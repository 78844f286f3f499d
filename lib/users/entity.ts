import * as z from "zod";
import { entity, Version } from "#lib/table/entity.ts";
import { USER_FIELDS } from "#lib/table/personal.ts";
import { User } from "./schema.ts";

/**
 * A user. `organizations` are those it is an admin or owner of. `passwordHash` is the scrypt hash with its parameters, null while none is set.
 * `sessionEpoch` is how often all sessions were ended at once.
 */
export const UserItem = entity({
  name: "user",
  key: { pk: "H#{id}", sk: "#" },
  versioned: true,
  schema: User.extend({
    version: Version,
    isLocked: z.boolean(),
    organizations: z.array(z.int()).optional(),
    passwordHash: z.string().nullable(),
    sessionEpoch: z.int().optional(),
  }),
  attributes: [
    "id",
    "role",
    "isLocked",
    "organizations",
    "passwordHash",
    "sessionEpoch",
    "defaultScheduleId",
  ],
  form: 2,
  audit: { resource: "user", id: "{id}" },
  personal: [
    {
      of: "user",
      id: "id",
      address: "email",
      fields: { ...USER_FIELDS, bio: "null", avatar: "null", passwordHash: "null", emailVerified: "null" },
    },
  ],
  accountClosing: "ended",
});
