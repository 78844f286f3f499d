import * as z from "zod";

/** Ids that are taken from elsewhere. Lists of everybody count ids by the thousand, so they end somewhere. */
export const ImportedId = z.int().min(1).max(100_000_000);

/**
 * An object of a line: what is null or empty text counts as not said, for exports have both for what was never set; unknown fields
 * are left out.
 */
export const lineObject = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess(withoutNothing, z.object(shape));

function withoutNothing(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null && field !== ""));
}

/** A field that is null unless it is said. */
export const orNull = <S extends z.ZodType>(schema: S) => schema.nullable().default(null);
