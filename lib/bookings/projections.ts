import * as z from "zod";
import { entity } from "#lib/table/entity.ts";
import { BookingItem } from "./entity.ts";
import { Booking } from "./schema.ts";

/** What a booking is filtered and sorted by. */
export const FilterableBooking = Booking.pick({
  id: true,
  uid: true,
  userId: true,
  eventTypeId: true,
  startTime: true,
  endTime: true,
  createdAt: true,
  updatedAt: true,
  status: true,
}).extend({ attendees: z.array(z.object({ email: z.string() })) });
export type FilterableBooking = z.output<typeof FilterableBooking>;

/** Stored bookings, of which only their place in the list of their host is read. */
export const BookingKeyItem = entity({
  name: BookingItem.name,
  key: BookingItem.key,
  schema: z.object({ userId: z.int(), id: z.int(), createdAt: z.string() }),
});

/** Stored bookings, of which only these facts are read and cached. */
export const FilterableBookingItem = entity({
  name: BookingItem.name,
  key: BookingItem.key,
  keyed: BookingItem.keyed,
  schema: FilterableBooking,
});
