import * as z from "zod";
import { entity } from "#lib/table/entity.ts";

/** Marks a client as disabled. A separate, small item, because every call with an access token reads it. */
export const DisabledClient = entity({
  name: "disabled-client",
  key: { pk: "OC#{id}", sk: "DISABLED" },
  schema: z.object({ id: z.string(), disabledAt: z.string() }),
});
