import * as z from "zod";

/**
 * Where a booking takes place. `phone` and `attendeeInPerson` carry the attendee's number or address in `optionValue`. The other kinds
 * of the specification (§2) leave it empty, as does any other text: it is kept as `value`.
 */
export const Location = z
  .object({
    value: z
      .string()
      .min(1)
      .max(1_000)
      .describe("Kind of location, such as `link`, `phone` or `inPerson`, or any text."),
    optionValue: z
      .preprocess((option) => option ?? "", z.string().max(1_000))
      .describe("Phone number or address of the attendee, for `phone` and `attendeeInPerson`."),
  })
  .refine(({ value, optionValue }) => !hasOptionValue(value) || optionValue !== "", {
    path: ["optionValue"],
    error: "is required for this kind of location",
  })
  .overwrite(({ value, optionValue }) => ({ value, optionValue: hasOptionValue(value) ? optionValue : "" }));
export type Location = z.output<typeof Location>;

/** Whether a kind of location holds the attendee's number or address. */
export const hasOptionValue = (value: string): boolean => value === "phone" || value === "attendeeInPerson";

/** The location of a booking for which nobody has chosen one. */
export const DEFAULT_LOCATION: Location = { value: "link", optionValue: "" };

const LocationText = z.object({ value: z.string(), optionValue: z.string().catch("") });

/**
 * The location in imported answers, or in answers stored before every booking had one. History is taken as it is, without the checks
 * of {@link Location}.
 */
export function locationOf(answer: unknown): Location | undefined {
  const pair = typeof answer === "string" ? { value: answer, optionValue: "" } : answer;
  const { data } = LocationText.safeParse(pair);
  return data?.value ? data : undefined;
}

/** The phone number of a booker: of the location where that is a call, else the one for reminders. */
export const phoneNumberOf = (answers: {
  location?: Location | undefined;
  smsReminderNumber?: unknown;
}): string | null => {
  const { location, smsReminderNumber } = answers;
  if (location?.value === "phone") return location.optionValue;
  return typeof smsReminderNumber === "string" ? smsReminderNumber : null;
};
