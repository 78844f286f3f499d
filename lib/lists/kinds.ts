import { AttendeeList } from "#lib/attendees/list-kind.ts";
import { ReferenceList } from "#lib/booking-references/list-kind.ts";
import { BookingList } from "#lib/bookings/list-kind.ts";
import { PaymentList } from "#lib/payments/list-kind.ts";
import type { ListKind } from "./kind.ts";

/** Every kind of elements a system admin lists in blocks of ids. */
export const LIST_KINDS: readonly ListKind[] = [BookingList, AttendeeList, ReferenceList, PaymentList];
