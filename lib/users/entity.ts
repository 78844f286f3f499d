import * as z from "zod";
import { entity, Version } from "#lib/table/entity.ts";
import { USER_FIELDS } from "#lib/table/personal.ts";
import { User } from "./model.ts";

/** A user. `organizations` are those it is an admin or owner of. `passwordHash` is the scrypt hash with its parameters, null while none is set. */
export const UserItem = entity({
  name: "user",
  key: { pk: "H#{id}", sk: "#" },
  versioned: true,
  schema: User.extend({
    version: Version,
    isLocked: z.boolean(),
    organizations: z.array(z.int()).optional(),
    passwordHash: z.string().nullable(),
  }),
  attributes: ["id", "role", "isLocked", "organizations", "passwordHash", "defaultScheduleId"],
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
