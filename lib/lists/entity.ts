import * as z from "zod";
import { entity } from "#lib/table/entity.ts";

/**
 * How many elements of a kind there are in each thousand of ids of one million: `n000` to `n999`, each written once its
 * thousand is sealed, and lowered when one of them is deleted (ADR 0011).
 */
export const TallyItem = entity({
  name: "tally",
  key: { pk: "CT#{kind}", sk: "{million:6}" },
  schema: z.looseObject({ kind: z.string(), million: z.int() }),
});
