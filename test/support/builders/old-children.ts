import { Attendees, type StoredAttendee } from "#lib/bookings/attendees/entity.ts";
import { References, type StoredReference } from "#lib/bookings/booking-references/entity.ts";
import { Payments, type StoredPayment } from "#lib/bookings/payments/entity.ts";
import type { Operation } from "#lib/storage/table/operations.ts";

/** Long ago, so that no new item sorts between two of these. */
const CREATED_AT = "2026-01-05T09:00:00.000Z";

/** The ids of an old child, and when it was created. */
export interface OldChild {
  id: number;
  userId: number;
  bookingId?: number;
  createdAt?: string;
}

/** The fields that all children of a booking have. */
function commonFields({ id, userId, bookingId = id, createdAt = CREATED_AT }: OldChild) {
  const uid = `old${String(bookingId).padStart(19, "0")}`;
  const booking = { id: bookingId, uid, userId, eventTypeId: 1, iCalUID: `${uid}@api.example.com` };
  return { id, userId, bookingId, booking, createdAt, version: 1 };
}

/** An attendee who was added long ago. */
export const oldAttendee = (old: OldChild): StoredAttendee => ({
  ...commonFields(old),
  email: `guest-${old.id}@example.com`,
  name: `Guest ${old.id}`,
  timeZone: "Europe/Zurich",
  locale: "en",
  noShow: false,
  phoneNumber: null,
  bookingSeat: null,
});

/** A reference that was created long ago. */
export const oldReference = (old: OldChild): StoredReference => ({
  ...commonFields(old),
  type: old.id % 2 === 0 ? "video" : "calendar",
  uid: `meeting-${old.id}`,
  meetingId: `meeting-${old.id}`,
  meetingPassword: null,
  meetingUrl: `https://meet.example.com/${old.id}`,
  thirdPartyRecurringEventId: null,
  externalCalendarId: null,
  credentialId: null,
  deleted: null,
});

/** A payment that was recorded long ago. */
export const oldPayment = (old: OldChild): StoredPayment => ({
  ...commonFields(old),
  uid: `payment-${old.id}`,
  appId: null,
  amount: 4_900,
  fee: 0,
  currency: "CHF",
  success: old.id % 10 !== 0,
  refunded: false,
  paymentOption: "ON_BOOKING",
  externalId: `external-${old.id}`,
  data: { charge: `charge-${old.id}` },
  occurredAt: CREATED_AT,
});

/** The operations that store old children, by their lists. */
export const OLD_CHILD_OPERATIONS = {
  attendees: (old: OldChild): Operation[] => Attendees.create(oldAttendee(old)),
  "booking-references": (old: OldChild): Operation[] => References.create(oldReference(old)),
  payments: (old: OldChild): Operation[] => Payments.create(oldPayment(old)),
} as const;
