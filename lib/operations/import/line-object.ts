import * as z from "zod";

/** An id of another service. Lists of all elements read a count for each thousand ids, so there is a limit. */
export const ImportedId = z.int().min(1).max(100_000_000);

/** An object in a line. Null and the empty string count as missing, because exports contain both; unknown fields are dropped. */
export const lineObject = <S extends z.ZodRawShape>(shape: S) => z.preprocess(withoutEmpty, z.object(shape));

function withoutEmpty(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null && field !== ""));
}

/** A field that is null when it is missing. */
export const orNull = <S extends z.ZodType>(schema: S) => schema.nullable().default(null);
