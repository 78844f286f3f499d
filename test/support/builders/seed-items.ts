import { marshall } from "@aws-sdk/util-dynamodb";
import { bookingWrites } from "#lib/bookings/write-booking.ts";
import { primaryKey } from "#lib/storage/table/entity.ts";
import { type IdKind, SequenceItem } from "#lib/storage/table/ids.ts";
import type { Operation } from "#lib/storage/table/operations.ts";
import { oldBooking } from "./old-booking.ts";
import { OLD_CHILD_OPERATIONS } from "./old-children.ts";

/** The number of items, and of the hosts to which they are assigned in turn. Host ids start at 1. */
export interface Amount {
  count: number;
  hosts: number;
}

/** The resources that can be seeded. */
export const SEED_RESOURCES = ["bookings", "attendees", "booking-references", "payments"] as const;
export type SeedResource = (typeof SEED_RESOURCES)[number];

/** The kind of their ids. */
const KINDS: Record<SeedResource, IdKind> = {
  bookings: "booking",
  attendees: "attendee",
  "booking-references": "reference",
  payments: "payment",
};

/**
 * All items of old bookings or of children of old bookings, one JSON line for each item, in the format in which DynamoDB
 * exports them. Their ids start at 1.
 */
export function* seedItems(seeded: SeedResource, { count, hosts }: Amount): Generator<string> {
  for (let at = 0; at < count; at += 1)
    for (const { item } of writesOf(seeded, { id: at + 1, userId: (at % hosts) + 1 }))
      yield line(item.Put?.Item);
  const kind = KINDS[seeded];
  yield line({ ...primaryKey(SequenceItem, { kind }), last: count });
}

const writesOf = (seeded: SeedResource, { id, userId }: { id: number; userId: number }): Operation[] =>
  seeded === "bookings"
    ? bookingWrites(oldBooking({ id, at: id - 1, userId }))
    : OLD_CHILD_OPERATIONS[seeded]({ id, userId });

const line = (item: object = {}): string =>
  `${JSON.stringify({ Item: marshall(item, { removeUndefinedValues: true }) })}\n`;
