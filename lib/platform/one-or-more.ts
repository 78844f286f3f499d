import * as z from "zod";

/** Maximum number of values of a repeated query parameter. */
const MOST_VALUES = 50;

/** A query parameter that may be repeated; returns a list of its values. */
export const oneOrMore = <S extends z.ZodType>(schema: S, error: string) =>
  z.union([schema.transform((value) => [value]), z.array(schema).max(MOST_VALUES)], {
    error: ({ input }) =>
      Array.isArray(input) && input.length > MOST_VALUES ? `can be sent at most ${MOST_VALUES} times` : error,
  });
