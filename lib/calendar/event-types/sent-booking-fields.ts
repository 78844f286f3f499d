import * as z from "zod";
import { BookingField } from "./fields.ts";
import { ignored, NO_PAGES } from "./ignored-fields.ts";

/** The types of questions in Cal.com's API v1 that are other types here. The answer to a `multiselect` is a list. */
const V1_TYPES = {
  name: "text",
  address: "text",
  radioInput: "text",
  radio: "select",
  checkbox: "multiselect",
  multiemail: "multiselect",
} as const satisfies Record<string, BookingField["type"]>;

const ownTypes = BookingField.shape.type.options;
const isV1Type = (type: string): type is keyof typeof V1_TYPES => Object.hasOwn(V1_TYPES, type);

const OptionText = BookingField.shape.options.unwrap().element;

/** The members of questions in Cal.com's API v1 that have no effect here. */
export const IGNORED_MEMBERS = {
  defaultLabel: ignored("send `label`."),
  defaultPlaceholder: ignored(NO_PAGES),
  disableOnPrefill: ignored(NO_PAGES),
  editable: ignored(NO_PAGES),
  excludeEmails: ignored("every email address can book."),
  getOptionsAt: ignored("send `options`."),
  hideWhenJustOneOption: ignored(NO_PAGES),
  labelAsSafeHtml: ignored("send `label`."),
  maxLength: ignored("an answer has at most 10,000 characters."),
  minLength: ignored("an answer has no minimum length."),
  optionsInputs: ignored("an answer is text."),
  placeholder: ignored(NO_PAGES),
  price: ignored("the event type has the price."),
  requireEmails: ignored("every email address can book."),
  sources: ignored(NO_PAGES),
  variant: ignored("an answer is text."),
  variantsConfig: ignored("an answer is text."),
  views: ignored(NO_PAGES),
};

/** A question in a request: as stored, or in the form of Cal.com's API v1. */
const SentBookingField = z
  .strictObject({
    ...BookingField.shape,
    type: z
      .enum([...ownTypes, "name", "address", "radioInput", "radio", "checkbox", "multiemail"])
      .describe(
        "Type of the input. `name`, `address` and `radioInput` become `text`; `radio` becomes `select`; `checkbox` and `multiemail` become `multiselect`.",
      ),
    options: z
      .array(
        z.union([
          OptionText,
          z.strictObject({
            label: z.string().max(200).optional().describe("Ignored."),
            value: OptionText.describe("The option."),
          }),
        ]),
      )
      .max(100)
      .default([])
      .describe("Choices of `select` and `multiselect`: texts, or objects whose `value` is the choice."),
    ...IGNORED_MEMBERS,
  })
  .describe("A question of the booking form.");
export type SentBookingField = z.output<typeof SentBookingField>;

/** Rejects a second question of the same name, because both would have the same answer. Ignored questions may repeat. */
function requireDifferentNames(questions: readonly SentBookingField[], context: z.RefinementCtx): void {
  const names = questions.map((question) => (isAlwaysInForm(question) ? undefined : question.name));
  names.forEach((name, at) => {
    if (name !== undefined && names.indexOf(name) < at)
      context.addIssue({ code: "custom", path: [at, "name"], message: `repeats the question "${name}"` });
  });
}

/** The questions in a request. */
export const SentBookingFields = z
  .array(SentBookingField)
  .max(50)
  .superRefine(requireDifferentNames)
  .describe(
    "More questions of the booking form. Questions named like a part of every form, such as `email`, are ignored.",
  );

/** What every booking form contains, so that a question of this name would ask for it twice. */
const FORM_PARTS = new Set([
  "name",
  "email",
  "location",
  "notes",
  "guests",
  "title",
  "rescheduleReason",
  "smsReminderNumber",
]);

/** Why a question is ignored. */
export const ALWAYS_IN_FORM = "every booking has a field of this name.";

/** Whether a question asks for something that every booking form contains, as in the lists of Cal.com's API v1. */
export const isAlwaysInForm = ({ name }: SentBookingField): boolean => FORM_PARTS.has(name);

/** Whether options of a question lose labels that differ from their values. */
export const dropsLabels = ({ options }: SentBookingField): boolean =>
  options.some((option) => typeof option === "object" && (option.label ?? option.value) !== option.value);

/** The questions of a request as they are stored. */
export const toBookingFields = (sent: readonly SentBookingField[]): BookingField[] =>
  sent
    .filter((field) => !isAlwaysInForm(field))
    .map(({ name, type, label, required, hidden, options }) => ({
      name,
      type: isV1Type(type) ? V1_TYPES[type] : type,
      label,
      required,
      hidden,
      options: options.map((option) => (typeof option === "string" ? option : option.value)),
    }));
