import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { bookingWrites } from "#lib/bookings/write-booking.ts";
import { writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { findItem } from "#lib/storage/table/read.ts";

const HOUR = 3_600_000;
const FIRST_START = Date.UTC(2050, 0, 1);
/** Long ago, so that no new booking sorts between these. */
const CREATED_AT = "2026-01-05T09:00:00.000Z";
/** Concurrent requests of 25 items. */
const CONCURRENT_REQUESTS = 8;
const LARGEST_BATCH = 25;
/** Ids of one call. */
const IDS = 1_000;

type Item = Record<string, unknown>;

/** Writes old copies of a host's booking directly to the table. */
export async function addBookings(userId: number, bookingId: number, count: number): Promise<void> {
  const model = await findItem(BookingItem, { userId, id: bookingId });
  if (!model) throw new Error(`Booking ${bookingId} not found.`);
  for (let made = 0; made < count; made += IDS) {
    const ids = await takeIds("booking", Math.min(IDS, count - made));
    await writeAll(ids.flatMap((id, at) => copyOf(model, id, made + at)));
  }
  await writeBookmarks(userId);
}

function copyOf(model: StoredBooking, id: number, at: number): Item[] {
  const copy = {
    ...model,
    id,
    createdAt: CREATED_AT,
    uid: `copy${String(id).padStart(18, "0")}`,
    startTime: new Date(FIRST_START + at * HOUR).toISOString(),
    endTime: new Date(FIRST_START + at * HOUR + HOUR / 2).toISOString(),
    idempotencyKey: null,
    claim: null,
  };
  return bookingWrites(copy).flatMap(({ item }) => item.Put?.Item ?? []);
}

/** Writes items directly to the table, in concurrent batches. */
export async function writeAll(items: readonly Item[]): Promise<void> {
  const batches = chunksOf(items, LARGEST_BATCH);
  const loop = async (): Promise<void> => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const requests = batch.map((Item) => ({ PutRequest: { Item } }));
      await tableClient().send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, loop));
}
