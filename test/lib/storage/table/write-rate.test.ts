import { describe, expect, it, vi } from "vitest";
import { auditEntriesOf } from "#lib/bookings/events/publish.ts";
import { eventWrites, newBookingEvent } from "#lib/bookings/events/record-event.ts";
import { newBookingWrites } from "#lib/bookings/write-booking.ts";
import { AuditItem } from "#lib/storage/table/audit-entity.ts";
import { type Operation, put } from "#lib/storage/table/operations.ts";
import { oldBooking } from "#test/support/builders/old-booking.ts";

const BOOKINGS = 10_000;
/** The number of bookings that each simulated one counts for. */
const WEIGHT = 5;
/** Write units that DynamoDB accepts in one second for one partition key. */
const LIMIT = 1_000;
/** Units of an item of 1 KB in a transaction, and of an index entry. Larger items are in the partitions of hosts. */
const UNITS = { table: 2, index: 1 };

/** The write units per partition key of one second with so many bookings, each of another host, that also publishes their events. */
function unitsPerKey(): Map<string, number> {
  const units = new Map<string, number>();
  const add = (key: unknown, count: number): void => {
    if (typeof key === "string") units.set(key, (units.get(key) ?? 0) + count * WEIGHT);
  };
  const write = ({ item }: Operation, times = 1): void => {
    const values = item.Put?.Item ?? {};
    add(values["pk"], UNITS.table);
    for (const index of ["GSI1", "GSI2", "GSI3"]) add(values[`${index}pk`], UNITS.index * times);
  };
  for (let at = 1; at <= BOOKINGS / WEIGHT; at += 1) {
    const id = 7_000_000 + at;
    const old = oldBooking({ id, at: 1, userId: at });
    const booking = { ...old, attendees: old.attendees.map((attendee) => ({ ...attendee, id })) };
    for (const operation of newBookingWrites(booking)) write(operation);
    const entry = { resource: "booking" as const, resourceId: String(at), changes: [], userId: at };
    const event = {
      ...newBookingEvent("BOOKING_CREATED", booking),
      auditEntries: [{ ...entry, credentialId: "K#1" }],
    };
    // Publishing removes the entry in the index.
    for (const operation of eventWrites(event)) write(operation, 2);
    for (const audited of auditEntriesOf(event)) write(put(AuditItem, audited));
  }
  return units;
}

describe(`${BOOKINGS.toLocaleString("en")} bookings a second`, () => {
  it("bookings at this rate exceed the write rate of no partition key", () => {
    vi.stubEnv("TABLE_NAME", "table");
    const hottest = [...unitsPerKey()].toSorted(([, one], [, other]) => other - one);
    expect(hottest.slice(0, 3).filter(([, units]) => units > LIMIT)).toEqual([]);
  });
});
