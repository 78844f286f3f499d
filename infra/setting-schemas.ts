import * as z from "zod";

/** Documentation of a setting: its values and its effect. The default comes from the schema or the stage. */
export interface SettingDocument extends Record<string, unknown> {
  takes: string;
  description: string;
}

/** Adds the documentation of a setting. */
export const withDocument = <S extends z.ZodType>(schema: S, takes: string, description: string): S =>
  schema.meta({ takes, description } satisfies SettingDocument);

/** A setting with any text, which may be omitted. */
export const textSetting = (description: string) =>
  withDocument(z.string().min(1).optional(), "text", description);
/** The value of a setting that is on or off. */
export const OnOff = z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })], {
  error: "must be true or false",
});
/** A setting that is on or off, with its default. */
export const onOffSetting = (isOn: boolean, description: string) =>
  withDocument(OnOff.default(isOn), "true, false", description);
/** A whole number in a range, also as text. */
export const integer = (minimum: number, maximum: number) =>
  z.coerce.number<unknown>().int().min(minimum).max(maximum);
/** A setting with a whole number in a range, with its default. */
export const integerSetting = (
  range: { minimum: number; maximum: number; default: number },
  description: string,
) =>
  withDocument(
    integer(range.minimum, range.maximum).default(range.default),
    `${range.minimum} to ${range.maximum}`,
    description,
  );

/** A host name. */
export const HostName = z
  .string()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, "must be a host name in lower case");

/** A region of AWS. */
export const Region = z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, "must be a region, e.g. eu-central-1");

/** Retention periods that CloudWatch Logs allows, in days. */
export const LOG_RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
] as const;
