import * as z from "zod";

/** The body of an update: any of some fields, at least one. */
export const updateSchema = <F extends z.ZodRawShape>(fields: F) =>
  z
    .strictObject(fields)
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, "must have at least one field");
