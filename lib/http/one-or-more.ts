import * as z from "zod";

/** One value of a query parameter, or several when it is repeated. */
export const oneOrMore = <S extends z.ZodType>(schema: S, error: string) =>
  z.union([schema.transform((value) => [value]), z.array(schema)], { error });
