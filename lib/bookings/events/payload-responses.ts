import type { StoredBooking } from "#lib/bookings/entity.ts";
import { phoneNumberOf } from "#lib/event-types/location.ts";

/** One answer of the booking form as receivers read it. */
export interface LabelledResponse {
  label: string;
  value: unknown;
  isHidden: boolean;
}

/** Questions every booking form has. */
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
 * All answers of a booking with their labels, and those alone that not every booking form asks for. The booker's number is in `phone`,
 * whatever it was given as.
 */
export function labelledResponses({ responses, fieldLabels }: StoredBooking): {
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
