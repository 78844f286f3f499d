import type { Caller } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { getItem } from "#lib/table/read.ts";
import { UniqueItem } from "#lib/table/unique.ts";
import type { StoredBooking } from "./entity.ts";
import { findBooking } from "./visibility.ts";

/** The booking a caller may see by its public identifier: one round trip more than by its id. */
export async function findBookingByUid(caller: Caller, uid: string): Promise<StoredBooking> {
  const unique = await getItem(UniqueItem, { kind: "booking-uid", value: uid });
  if (typeof unique?.owner !== "number") throw notFound("Booking");
  return findBooking(caller, unique.owner);
}
