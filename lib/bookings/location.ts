import * as z from "zod";

/**
 * Where a booking takes place, as `{ value, optionValue }`. The kind decides the pair:
 * `phone` and `attendeeInPerson` carry the attendee's number or address in `optionValue`, the others leave it empty.
 */
export const Location = z
  .strictObject({
    value: z.union([
      z.enum(["userPhone", "phone", "link", "inPerson", "attendeeInPerson"]),
      z.string().regex(/^integrations:[\w:.-]{1,100}$/, "must be a location kind or integrations:<provider>"),
    ]),
    optionValue: z.string().max(1000).default(""),
  })
  .refine(({ value, optionValue }) => takesOption(value) === (optionValue !== ""), {
    path: ["optionValue"],
    error: ({ input }) =>
      takesOption((input as { value: string }).value)
        ? "is needed for this kind of location"
        : "must be empty for this kind of location",
  });
export type Location = z.output<typeof Location>;

const takesOption = (value: string): boolean => value === "phone" || value === "attendeeInPerson";
