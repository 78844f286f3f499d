import * as z from "zod";

/** One string or a list of strings in a policy, as a list. */
export const OneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
