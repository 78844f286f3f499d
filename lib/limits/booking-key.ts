/** Where a booking is stored. In a file of its own, because all functions that read bookings bundle it. */
export const BOOKING_KEY = { pk: "H#{userId}", sk: "B#{id:10}" } as const;
