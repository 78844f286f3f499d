import * as z from "zod";

/** What policies write as one text or several, as a list. */
export const OneOrMore = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
