import * as z from "zod";

/** Maximum number of values of a repeated query parameter. */
const MAX_VALUES = 50;

/** A query parameter that may be repeated; returns a list of its values. */
export const oneOrMore = <S extends z.ZodType>(schema: S, error: string) =>
  z.union([schema.transform((value) => [value]), z.array(schema).max(MAX_VALUES)], {
    error: ({ input }) =>
      Array.isArray(input) && input.length > MAX_VALUES ? `can be sent at most ${MAX_VALUES} times` : error,
  });
