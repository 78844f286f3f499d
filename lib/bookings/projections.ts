import * as z from "zod";
import { projection } from "#lib/storage/table/entity.ts";
import { BookingItem } from "./entity.ts";
import { Booking } from "./schema.ts";

/** The fields by which bookings are filtered and sorted. */
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

/** Stored bookings, of which only the key and the time of creation are read. */
export const BookingKeyItem = projection(BookingItem, {
  schema: z.object({ userId: z.int(), id: z.int(), createdAt: z.string() }),
});

/** Stored bookings, of which only the fields of {@link FilterableBooking} are read. */
export const FilterableBookingItem = projection(BookingItem, {
  keyed: BookingItem.keyed,
  schema: FilterableBooking,
});
