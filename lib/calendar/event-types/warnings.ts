import * as z from "zod";
import { fieldSentence } from "#lib/failures.ts";
import type { IGNORED_CHANGES, IgnoredFields } from "./ignored-fields.ts";
import {
  ALWAYS_IN_FORM,
  dropsLabels,
  IGNORED_MEMBERS,
  isAlwaysInForm,
  type SentBookingField,
} from "./sent-booking-fields.ts";

/** A field of a request that had no effect. */
export const Warning = z
  .object({
    pointer: z.string().describe("The ignored field, as a JSON Pointer."),
    message: z.string().describe("Why it has no effect, and what to use instead."),
  })
  .meta({
    example: { pointer: "#/position", message: '"position" is ignored: event types are listed by id.' },
  });
export type Warning = z.output<typeof Warning>;

/** The warnings of a response; the field is missing if there are none. */
export const Warnings = z
  .array(Warning)
  .optional()
  .describe("Fields that were ignored. Missing if there are none.");

/** The warnings about the ignored parts of a request, as a part of the response. Empty if there are none. */
export function warningsAbout(
  body: { bookingFields?: SentBookingField[] | undefined },
  fields: Partial<typeof IGNORED_CHANGES>,
): { warnings?: Warning[] } {
  const questions = (body.bookingFields ?? []).flatMap((field, at) =>
    questionWarnings(field, `#/bookingFields/${at}`),
  );
  const warnings = [...ignoredIn(body, fields, "#"), ...questions];
  return warnings.length > 0 ? { warnings } : {};
}

const warn = (pointer: string, reason: string): Warning => ({
  pointer,
  message: fieldSentence(pointer, `is ignored: ${reason.replace(/\.$/, "")}`),
});

const ignoredIn = (value: object, fields: Partial<IgnoredFields>, pointer: string): Warning[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field && name in value ? [warn(`${pointer}/${name}`, field.reason)] : [],
  );

function questionWarnings(field: SentBookingField, pointer: string): Warning[] {
  if (isAlwaysInForm(field)) return [warn(pointer, ALWAYS_IN_FORM)];
  const labels = dropsLabels(field)
    ? [
        {
          pointer: `${pointer}/options`,
          message: "The labels of options are ignored: an answer is the `value` of an option.",
        },
      ]
    : [];
  return [...labels, ...ignoredIn(field, IGNORED_MEMBERS, pointer)];
}
