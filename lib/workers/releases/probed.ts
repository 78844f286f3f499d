/** The functions with which a release is probed: the authorizer, which handles every call, and those that book, read and cancel. */
export const PROBED = ["authorizer", "bookings.create", "bookings.get", "bookings.cancel"] as const;
export type ProbedId = (typeof PROBED)[number];
