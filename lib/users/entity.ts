import * as z from "zod";
import { entity, Version } from "#lib/table/entity.ts";
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
});
