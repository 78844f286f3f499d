import * as z from "zod";

/**
 * Where a booking takes place. For `phone` and `attendeeInPerson`, `optionValue` is the attendee's number or address. For the other kinds of
 * the specification (§2), and for any other text as `value`, it is empty.
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

/** Whether a kind of location has a number or address of the attendee. */
export const hasOptionValue = (value: string): boolean => value === "phone" || value === "attendeeInPerson";

/** The location of event types and bookings without another one. */
export const DEFAULT_LOCATION: Location = { value: "link", optionValue: "" };

const LocationText = z.object({ value: z.string(), optionValue: z.string().catch("") });

/**
 * The location in imported answers, or in answers stored before every booking had one. It is not checked as {@link Location} is.
 */
export function locationOf(answer: unknown): Location | undefined {
  const pair = typeof answer === "string" ? { value: answer, optionValue: "" } : answer;
  const { data } = LocationText.safeParse(pair);
  return data?.value ? data : undefined;
}

/** The phone number of a booker: of the location if that is a call, otherwise the number for reminders. */
export const phoneNumberOf = (answers: {
  location?: Location | undefined;
  smsReminderNumber?: unknown;
}): string | null => {
  const { location, smsReminderNumber } = answers;
  if (location?.value === "phone") return location.optionValue;
  return typeof smsReminderNumber === "string" ? smsReminderNumber : null;
};
