import * as z from "zod";

const DIGITS = /^\d{1,15}$/;

/** An id or count: a whole number, or a string of its digits, which paths, queries and older clients contain. */
export const WholeNumber = z.union([z.int().min(0), z.string().regex(DIGITS).transform(Number)], {
  error: "must be a whole number",
});
