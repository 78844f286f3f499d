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

/** A team as stored. `owners` counts its accepted owners, so that the last one is known without reading all. */
export const TeamItem = entity({
  name: "team",
  key: { pk: "TM#{id}", sk: "#" },
  schema: Team.extend({ owners: z.int() }),
});
