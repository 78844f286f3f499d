import * as z from "zod";
import { trimSpace } from "#lib/platform/trim-space.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";

/** A team; an organization is a team with `isOrganization`. */
export const Team = z
  .object({
    id: z.int().describe("Id of the team."),
    name: z.string().describe("Name, for people."),
    slug: z.string().nullable().describe("Unique short name."),
    isOrganization: z
      .boolean()
      .describe("Whether its admins and owners can access the bookings of all members."),
    createdAt: z.string().describe("Time of creation. UTC, with milliseconds."),
  })
  .describe("A group of users.");
export type Team = z.output<typeof Team>;

/** The id of a team in a path. */
export const TeamId = WholeNumber.describe("Id of the team.").meta({ example: 2 });

/** The fields of a team that memberships and webhooks contain, as of their last write. */
export const TeamSummary = Team.pick({ id: true, name: true, slug: true, isOrganization: true }).describe(
  "A team, as of the last change of the object that contains it.",
);
export type TeamSummary = z.output<typeof TeamSummary>;

/** The fields of a new team. The slug is unique among teams. */
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
