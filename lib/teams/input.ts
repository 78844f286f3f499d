import * as z from "zod";
import { trimSpace } from "#lib/platform/trim-space.ts";

/** What makes a team: a name. The slug, when there is one, is unique among teams. */
export const TeamCreate = z.strictObject({
  name: z.string().overwrite(trimSpace).min(1).max(200),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by -")
    .max(100)
    .nullable()
    .default(null),
  isOrganization: z.boolean().default(false),
});
export type TeamCreate = z.output<typeof TeamCreate>;
