import * as z from "zod";
import { entity } from "#lib/storage/table/entity.ts";
import { Team } from "./schema.ts";

/** A stored team. `owners` is the number of its accepted owners, so that removing the last one fails without reading all members. */
export const TeamItem = entity({
  name: "team",
  key: { pk: "TM#{id}", sk: "#" },
  schema: Team.extend({ owners: z.int() }),
  audit: { resource: "team", id: "{id}" },
  notPersonal: ["name"],
});
