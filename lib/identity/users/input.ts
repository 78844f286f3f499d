import * as z from "zod";
import { UserRole } from "#lib/caller.ts";
import { Locale } from "#lib/platform/locale.ts";
import { TimeZone } from "#lib/platform/time-zone.ts";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { WeekStart } from "./schema.ts";
import { LONGEST_USERNAME, USERNAME } from "./username.ts";

/**
 * An email address in its stored form: without surrounding blanks and in lower case. It is checked before, because the lower case of other
 * addresses can be somebody's, such as that of the Kelvin sign.
 */
export const UserEmail = z.string().overwrite(trimSpace).max(254).pipe(z.email().toLowerCase());
export type UserEmail = z.output<typeof UserEmail>;

/** A password. Only its length is checked, as NIST recommends (SP 800-63B §3.1.1.2). */
export const Password = z.string().min(8).max(1024);

/** The fields of a new user. Without a password the user can't sign in with one, but can have API keys. */
export const UserCreate = z.strictObject({
  email: UserEmail,
  name: z.string().overwrite(trimSpace).min(1).max(200),
  username: z
    .string()
    .trim()
    .toLowerCase()
    .max(LONGEST_USERNAME)
    .regex(USERNAME, "must be words of letters and digits joined by . _ or -")
    .nullable()
    .default(null),
  timeZone: TimeZone.default("UTC"),
  locale: Locale.default("en"),
  weekStart: WeekStart.default("Sunday"),
  timeFormat: z.literal([12, 24]).default(12),
  role: UserRole.default("USER"),
  password: Password.optional(),
});
export type UserCreate = z.output<typeof UserCreate>;
