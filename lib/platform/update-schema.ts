import * as z from "zod";

/** Creates the schema of an update's body: any of these fields, but at least one. A body with an unknown field fails only for that field. */
export const updateSchema = <F extends z.ZodRawShape>(fields: F) =>
  z
    .strictObject(fields)
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, {
      error: "must have at least one field",
      when: ({ issues }) => issues.length === 0,
    });
