import { BookingItem } from "#lib/bookings/entity.ts";
import { Failure } from "#lib/failures.ts";
import { present } from "#lib/storage/table/condition.ts";
import { itemBytes } from "#lib/storage/table/item-bytes.ts";
import { put } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
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
export async function makeFullBooking(): Promise<{ name: string; empty(): Promise<unknown> }> {
  const stored = await bookAs({ ...newPerson(), guests: [SHORT_GUEST] }, await makeHost());
  const { userId, id } = stored;
  const fill = (length: number) =>
    writeOne(put(BookingItem, { ...stored, metadata: { x: "x".repeat(length) } }, { if: present("pk") }));
  const item = (await scanTable()).find((each) => each["entity"] === "booking" && each["id"] === id);
  const fillUp = (length: number): Promise<unknown> =>
    fill(length).catch((error: unknown) => {
      if (error instanceof Failure && error.code === "limit_reached") return fillUp(length - 20);
      throw error;
    });
  await fillUp(LARGEST_ITEM + 1_000 - itemBytes(item));
  return {
    name: `booking H#${userId} B#${String(id).padStart(10, "0")}`,
    empty: () => fill(1),
  };
}
