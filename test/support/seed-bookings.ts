import { BookingItem, BookingMark, type StoredBooking } from "#lib/bookings/entity.ts";
import { placing } from "#lib/bookings/placing.ts";
import { takeIds } from "#lib/table/ids.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { transact } from "#lib/table/write.ts";
import { storedBooking } from "#test/support/stored-booking.ts";

const HOUR = 3_600_000;
const FIRST_START = Date.UTC(2050, 0, 1);
/** Long ago, so that no booking can come between these any more. */
const CREATED_AT = "2026-01-05T09:00:00.000Z";
/** Ids taken at once. */
const IDS = 1_000;
/** Bookings of one transaction of at most 100 items: the engine takes those faster than as many items apart. */
const AT_ONCE = 33;

/** Which bookings to seed. */
export interface Seed {
  /** Take turns. */
  hosts: readonly number[];
  count: number;
  /** What differs from an hour after the one before, as of long ago. */
  changes?: (at: number) => Partial<StoredBooking>;
  /** Not to be found by their ids, which saves a third of the time. */
  withoutLocators?: boolean;
}

/** Writes bookings straight into the table, without claims, attendees' rows and events; answers their ids. */
export async function seedBookings(seed: Seed): Promise<number[]> {
  const { guests: _, ...responses } = storedBooking().responses;
  const model = { ...storedBooking(), responses, claim: null, createdAt: CREATED_AT, updatedAt: CREATED_AT };
  const seeded: number[] = [];
  while (seeded.length < seed.count) {
    const ids = await takeIds("booking", Math.min(IDS, seed.count - seeded.length));
    const bookings = ids.map((id, at) => ({
      ...model,
      id,
      uid: uidOf(id),
      ...seededAs(seed, seeded.length + at),
    }));
    await placeAll(bookings, seed.withoutLocators ? placeUnlocated : placing);
    seeded.push(...ids);
  }
  return seeded;
}

const uidOf = (id: number): string => `seeded${String(id).padStart(16, "0")}`;

function seededAs({ hosts, changes }: Seed, at: number): Partial<StoredBooking> {
  const start = FIRST_START + at * HOUR;
  return {
    userId: hosts[at % hosts.length] ?? 0,
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + HOUR / 2).toISOString(),
    idempotencyKey: null,
    ...changes?.(at),
  };
}

const placeUnlocated = (booking: StoredBooking): Operation[] => {
  const { id, userId } = booking;
  return [put(BookingItem, booking), put(BookingMark, { id, userId })];
};

async function placeAll(
  bookings: readonly StoredBooking[],
  place: (booking: StoredBooking) => Operation[],
): Promise<void> {
  const transactions = Array.from({ length: Math.ceil(bookings.length / AT_ONCE) }, (_, at) =>
    bookings.slice(at * AT_ONCE, (at + 1) * AT_ONCE).flatMap(place),
  );
  // The next one is made while the engine writes this one.
  let writing: Promise<unknown> = Promise.resolve();
  for (const operations of transactions) {
    await writing;
    writing = transact(operations);
  }
  await writing;
}
