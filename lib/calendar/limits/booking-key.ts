/** The key of a booking. It has its own file because every function that reads bookings bundles it. */
export const BOOKING_KEY = { pk: "H#{userId}", sk: "B#{id:10}" } as const;
