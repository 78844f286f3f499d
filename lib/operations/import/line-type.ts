import * as z from "zod";

/** What a line is, in the order lines come in: each may name what those before it made. */
export const LineType = z.enum(["user", "team", "membership", "event_type", "booking"]);
export type LineType = z.output<typeof LineType>;
