/** The functions a release is tried on first: every call passes one of them, and with them a booking is made and cancelled. */
export const PROBED = ["authorizer", "bookings.create", "bookings.get", "bookings.cancel"] as const;
export type ProbedId = (typeof PROBED)[number];
