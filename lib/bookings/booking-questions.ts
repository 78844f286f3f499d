import * as z from "zod";
import type { BookingField } from "#lib/calendar/event-types/fields.ts";
import { DEFAULT_LOCATION } from "#lib/calendar/event-types/location.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { Failure, type FieldProblem } from "#lib/failures.ts";
import type { Responses } from "./create-schema.ts";
import type { StoredBooking } from "./entity.ts";

/**
 * Checks the answers to an event type's questions, and returns all answers as they are stored. The location defaults to the event type's
 * first.
 *
 * @throws {Failure} `invalid_request` with a problem for each required answer that is missing, and for each invalid one
 */
export function parseAnswers(eventType: EventType, responses: Responses): StoredBooking["responses"] {
  const { name, email, location, guests, ...others } = responses;
  // A map, because a question may be named `constructor`, a property that every object has.
  const answers = new Map(Object.entries(responses));
  const errors = eventType.bookingFields.flatMap(
    (field) => findProblem(field, answers.get(field.name)) ?? [],
  );
  if (errors.length > 0) throw new Failure("invalid_request", errors[0]?.message, { errors });
  const otherAnswers = Object.entries(others).filter(([, answer]) => answer !== undefined);
  return {
    name,
    email,
    location: location ?? eventType.locations[0] ?? DEFAULT_LOCATION,
    guests: guests ?? [],
    ...Object.fromEntries(otherAnswers),
  };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Finds what is wrong with an answer to one of the event type's own questions. */
function findProblem(field: BookingField, answer: unknown): FieldProblem | undefined {
  const pointer = `#/responses/${field.name}`;
  const question = `"${field.label || field.name}"`;
  if (isEmpty(answer))
    return field.required ? { pointer, code: "required", message: `${question} is required.` } : undefined;
  if (answerSchema(field).safeParse(answer).success) return undefined;
  return { pointer, code: "invalid", message: `${question} must be ${expectedAnswer(field)}.` };
}

const text = z.string().max(10_000);

function answerSchema({ type, options }: BookingField): z.ZodType {
  const option = options.length > 0 ? z.enum(options) : text;
  switch (type) {
    case "text":
    case "textarea":
      return text;
    case "number":
      return z.union([z.number(), z.string().regex(/^-?\d{1,15}(\.\d{1,15})?$/)]);
    case "email":
      return z.email().max(254);
    case "phone":
      return z.string().regex(/^\+?[\d ()./-]{3,32}$/);
    case "boolean":
      return z.boolean();
    case "select":
      return option;
    case "multiselect":
      return z.array(option).max(100);
    case "url":
      return z.url({ protocol: /^https?$/ }).max(2_048);
    default:
      return type satisfies never;
  }
}

const ANSWER_NAMES: Record<BookingField["type"], string> = {
  text: "text",
  textarea: "text",
  number: "a number",
  email: "an email address",
  phone: "a phone number",
  boolean: "true or false",
  select: "one of the options",
  multiselect: "a list of the options",
  url: "a URL that starts with http:// or https://",
};

const expectedAnswer = ({ type, options }: BookingField): string =>
  options.length > 0
    ? `${ANSWER_NAMES[type]}: ${options.join(", ")}`
    : (FREE_CHOICE[type] ?? ANSWER_NAMES[type]);

/** The answer to a choice without options. */
const FREE_CHOICE: Partial<typeof ANSWER_NAMES> = { select: "text", multiselect: "a list of texts" };

/** Returns the labels of an event type's own questions, for webhook payloads. */
export const getFieldLabels = (eventType: EventType): StoredBooking["fieldLabels"] =>
  Object.fromEntries(
    eventType.bookingFields.map(({ name, label, hidden }) => [
      name,
      { label: label || name, isHidden: hidden },
    ]),
  );
