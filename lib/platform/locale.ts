import * as z from "zod";

/** A language in lower case, with an optional region: `en`, `pt-BR`, `es-419`. */
export const Locale = z
  .string()
  .max(35, { abort: true })
  .regex(/^[a-z]{2,3}(-([A-Z]{2}|\d{3}))?$/, "must be a lower-case language such as en or pt-BR");
