import * as z from "zod";

/** How often a query parameter may be repeated. */
const MOST_VALUES = 50;

/** One value of a query parameter, or several when it is repeated. */
export const oneOrMore = <S extends z.ZodType>(schema: S, error: string) =>
  z.union([schema.transform((value) => [value]), z.array(schema).max(MOST_VALUES)], {
    error: ({ input }) =>
      Array.isArray(input) && input.length > MOST_VALUES ? `can be sent at most ${MOST_VALUES} times` : error,
  });
