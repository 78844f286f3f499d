import * as z from "zod";
import { entity } from "#lib/table/entity.ts";

/** Says of a client that it is disabled; small, for it is looked for at every call with an access token. */
export const DisabledClient = entity({
  name: "disabled-client",
  key: { pk: "OC#{id}", sk: "DISABLED" },
  schema: z.object({ id: z.string(), disabledAt: z.string() }),
});
