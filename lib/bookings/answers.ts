import type { EventType } from "#lib/event-types/model.ts";
import { Failure, type FieldProblem } from "#lib/http/failures.ts";
import type { Responses } from "./create-input.ts";
import type { StoredBooking } from "./entity.ts";
import type { Location } from "./location.ts";

/**
 * The answers to store: the known ones and those to the event type's own questions; anything else is dropped.
 * The location defaults to the event type's first.
 *
 * @throws {Failure} `invalid_request` naming each required question without an answer
 */
export function storedAnswers(eventType: EventType, responses: Responses): Record<string, unknown> {
  const { name, email, guests, notes, smsReminderNumber, rescheduleReason } = responses;
  const location: Location | null = responses.location ?? eventType.locations[0] ?? null;
  // A question may be called `constructor`, which every object seems to answer.
  const answers = new Map(Object.entries(responses));
  const own = eventType.bookingFields.map((field) => [field.name, answers.get(field.name)] as const);
  const missing = eventType.bookingFields.filter(
    (field) => field.required && isEmpty(answers.get(field.name)),
  );
  if (missing.length > 0) {
    const errors = missing.map((field): FieldProblem => {
      const message = `"${field.label || field.name}" needs an answer.`;
      return { pointer: `#/responses/${field.name}`, code: "required", message };
    });
    throw new Failure("invalid_request", errors[0]?.message, { errors });
  }
  const known = { name, email, location, guests: guests ?? [], notes, smsReminderNumber, rescheduleReason };
  return Object.fromEntries([...Object.entries(known), ...own].filter(([, value]) => value !== undefined));
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

/** How the event type's own questions are called, for webhook payloads. */
export const fieldLabels = (eventType: EventType): StoredBooking["fieldLabels"] =>
  Object.fromEntries(
    eventType.bookingFields.map(({ name, label, hidden }) => [
      name,
      { label: label || name, isHidden: hidden },
    ]),
  );
