import { BookingItem } from "#lib/bookings/entity.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { present } from "#lib/storage/table/condition.ts";
import { itemBytes } from "#lib/storage/table/item-bytes.ts";
import { put } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { scanTable } from "#test/support/table/scan-table.ts";
import { bookAs, newPerson } from "./people.ts";

/** Bytes of the largest item that a table can store. */
const LARGEST_ITEM = 400 * 1024;

/** A guest with a short address, so that the booking gets larger when they are erased. */
export const SHORT_GUEST = "x@y.zz";

/**
 * Books with a guest, and fills the booking so that it exceeds the size limit once {@link SHORT_GUEST} is replaced. Returns the booking's name in
 * a receipt, and a function that empties it.
 */
export async function makeFullBooking(host: Caller): Promise<{ name: string; empty(): Promise<unknown> }> {
  const { id } = await bookAs({ ...newPerson(), guests: [SHORT_GUEST] }, host);
  const stored = await getBooking(OPERATOR, id);
  const fill = (length: number) =>
    writeOne(put(BookingItem, { ...stored, metadata: { x: "x".repeat(length) } }, { if: present("pk") }));
  const item = (await scanTable()).find((each) => each["entity"] === "booking" && each["id"] === id);
  const fillUp = (length: number): Promise<unknown> => fill(length).catch(() => fillUp(length - 20));
  await fillUp(LARGEST_ITEM + 1_000 - itemBytes(item));
  return {
    name: `booking H#${host.userId} B#${String(id).padStart(10, "0")}`,
    empty: () => fill(1),
  };
}
