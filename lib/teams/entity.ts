import * as z from "zod";
import { entity } from "#lib/table/entity.ts";

/** A team; an organisation is a team with `isOrganization`. */
export const Team = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string().nullable(),
  isOrganization: z.boolean(),
  createdAt: z.string(),
});
export type Team = z.output<typeof Team>;

export const TeamItem = entity({ name: "team", key: { pk: "TM#{id}", sk: "#" }, schema: Team });
