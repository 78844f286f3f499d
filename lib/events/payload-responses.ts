import type { StoredBooking } from "#lib/bookings/entity.ts";

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
  ["notes", "Additional notes"],
  ["guests", "Additional guests"],
  ["smsReminderNumber", "Phone number for reminders"],
  ["rescheduleReason", "Reason for rescheduling"],
]);

/** All answers of a booking with their labels, and those to the event type's own questions alone. */
export function labelledResponses({ responses, fieldLabels }: StoredBooking): {
  responses: Record<string, LabelledResponse>;
  userFieldsResponses: Record<string, LabelledResponse>;
} {
  const all = Object.entries(responses).map(([slug, value]): [string, LabelledResponse] => {
    const { label = KNOWN_LABELS.get(slug) ?? slug, isHidden = false } = fieldLabels[slug] ?? {};
    return [slug, { label, value, isHidden }];
  });
  return {
    responses: Object.fromEntries(all),
    userFieldsResponses: Object.fromEntries(all.filter(([slug]) => !KNOWN_LABELS.has(slug))),
  };
}
