import type { StoredBooking } from "#lib/bookings/entity.ts";
import { phoneNumberOf } from "#lib/calendar/event-types/location.ts";

/** An answer of the booking form in a payload. */
export interface LabelledResponse {
  label: string;
  value: unknown;
  isHidden: boolean;
}

/** Labels of the questions that every booking form has. */
const KNOWN_LABELS = new Map([
  ["name", "Your name"],
  ["email", "Email address"],
  ["location", "Location"],
  ["phone", "Phone number"],
  ["notes", "Additional notes"],
  ["guests", "Additional guests"],
  ["smsReminderNumber", "Phone number for reminders"],
  ["rescheduleReason", "Reason for rescheduling"],
]);

/**
 * Adds labels to all answers of a booking, and lists those to questions that not every booking form has. The booker's phone number is always
 * in `phone`.
 */
export function labelResponses({ responses, fieldLabels }: StoredBooking): {
  responses: Record<string, LabelledResponse>;
  userFieldsResponses: Record<string, LabelledResponse>;
} {
  const declared = new Map(Object.entries(fieldLabels));
  const phone = phoneNumberOf(responses);
  const answers = { ...(phone !== null && { phone }), ...responses };
  const all = Object.entries(answers).map(([slug, value]): [string, LabelledResponse] => {
    const { label = KNOWN_LABELS.get(slug) ?? slug, isHidden = false } = declared.get(slug) ?? {};
    return [slug, { label, value, isHidden }];
  });
  const own = all.filter(([slug]) => declared.has(slug) || !KNOWN_LABELS.has(slug));
  return {
    responses: Object.fromEntries(all),
    userFieldsResponses: Object.fromEntries(own),
  };
}
