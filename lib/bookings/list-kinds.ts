import { ReferenceList } from "#lib/bookings/booking-references/read.ts";
import type { ListKind } from "#lib/storage/lists/kind.ts";
import { Attendees } from "./attendees/entity.ts";
import { BookingList } from "./list.ts";
import { Payments } from "./payments/entity.ts";

/** All kinds of elements that a system admin can list, in blocks of ids. */
export const LIST_KINDS: readonly ListKind[] = [BookingList, Attendees, ReferenceList, Payments];
