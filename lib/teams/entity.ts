import * as z from "zod";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import { entity } from "#lib/table/entity.ts";

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

/** What a membership and a webhook say of a team, as of their last write. */
export const TeamSummary = Team.pick({ id: true, name: true, slug: true, isOrganization: true }).describe(
  "A team, as of the last change of the object that contains it.",
);
export type TeamSummary = z.output<typeof TeamSummary>;

/** A team as stored. `owners` counts its accepted owners, so that the last one is known without reading all. */
export const TeamItem = entity({
  name: "team",
  key: { pk: "TM#{id}", sk: "#" },
  schema: Team.extend({ owners: z.int() }),
  audit: { resource: "team", id: "{id}" },
  notPersonal: ["name"],
});
