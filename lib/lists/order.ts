import * as z from "zod";

/** The direction of a list. */
export const Order = z.enum(["asc", "desc"]);
export type Order = z.output<typeof Order>;
