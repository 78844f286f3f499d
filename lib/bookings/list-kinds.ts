import type { ListKind } from "#lib/lists/kind.ts";
import { AttendeeList } from "./attendees/list-kind.ts";
import { ReferenceList } from "./booking-references/list-kind.ts";
import { BookingList } from "./list-kind.ts";
import { PaymentList } from "./payments/list-kind.ts";

/** Every kind of elements a system admin lists in blocks of ids. */
export const LIST_KINDS: readonly ListKind[] = [BookingList, AttendeeList, ReferenceList, PaymentList];
