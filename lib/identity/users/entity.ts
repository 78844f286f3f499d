import * as z from "zod";
import { entity, Version } from "#lib/storage/table/entity.ts";
import { USER_FIELDS } from "#lib/storage/table/personal.ts";
import { User } from "./schema.ts";

/**
 * A stored user. `organizations` are those of which the user is an admin or owner. `passwordHash` is the scrypt hash with its parameters;
 * null without a password. `sessionEpoch` counts how often the user's sessions were ended. `calendarsValidUntil` is the minute since 1970
 * after which the busy times of the user's calendars are too old; undefined if no calendar counts as busy. `calendarsToCheck` are the ids of those that are read from other servers.
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
    calendarsValidUntil: z.int().optional(),
    calendarsToCheck: z.array(z.int()).optional(),
  }),
  attributes: [
    "id",
    "role",
    "isLocked",
    "organizations",
    "passwordHash",
    "sessionEpoch",
    "calendarsValidUntil",
    "calendarsToCheck",
    "defaultScheduleId",
  ],
  format: 4,
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
