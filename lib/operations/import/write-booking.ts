import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { claimAfter, moveTime } from "#lib/bookings/hold-time.ts";
import { moveKey } from "#lib/bookings/idempotency-key.ts";
import { placing } from "#lib/bookings/placing.ts";
import { requireRoom } from "#lib/bookings/require-room.ts";
import { joinSeries } from "#lib/bookings/series.ts";
import { SlotItem } from "#lib/bookings/slots.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { Failure } from "#lib/failures.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { claimUnique } from "#lib/table/unique.ts";
import { MOST_OPERATIONS, transact } from "#lib/table/write.ts";
import type { BookingLine } from "./booking-line.ts";
import { bookingOfLine, type Named } from "./booking-of-line.ts";
import { ImportMark } from "./entity.ts";
import { hangingWrites } from "./hanging-writes.ts";
import { requireFreeIds } from "./id-places.ts";
import { leaveMark, type Outcome, outcomeOf, outcomeOfRefusal } from "./mark.ts";
import { idsOf } from "./survey.ts";

/**
 * Writes a booking with all that hangs on it, claims its time under the conditions of any booking, and tells nobody: one transaction.
 * Of one with very many attendees these follow in others, and its mark says so until they are there.
 *
 * @throws {Failure} when its time is not free, or something of it is taken
 */
export async function writeBooking(line: BookingLine, mark: ImportMark, named: Named): Promise<Outcome> {
  const imported = bookingOfLine(line, named);
  requireRoom(imported);
  return retryRefused(async (refused) => {
    if (refused && !(refused.by(SlotItem) && !refused.by(ImportMark))) return outcomeOfRefusal(mark, refused);
    const booking = { ...imported, claim: claimAfter(imported, refused) };
    const own = ownWrites(booking);
    const { first, rest } = split(hangingWrites(line, booking), MOST_OPERATIONS - own.length - 1);
    const isWhole = rest.length === 0;
    if (!isWhole) {
      const found = await getItem(ImportMark, mark);
      if (found) return outcomeOf(mark, found);
      await requireFreeIds(idsOf(line));
    }
    await transact([leaveMark({ ...mark, isWhole }), ...own, ...first]);
    if (!isWhole) await writeRest(mark, rest);
    return "imported";
  });
}

/**
 * All writes of a booking; undefined when they do not fit into one transaction.
 *
 * @throws {Failure} when it could never be written
 */
export function bookingWrites(line: BookingLine, named: Named): Operation[] | undefined {
  const booking = bookingOfLine(line, named);
  requireRoom(booking);
  const writes = [...ownWrites(booking), ...hangingWrites(line, booking).flat()];
  return writes.length < MOST_OPERATIONS ? writes : undefined;
}

/** Goes on with a booking whose import was killed before all that hangs on it was written. */
export async function finishBooking(line: BookingLine, mark: ImportMark): Promise<void> {
  const booking = await getItem(BookingItem, line);
  if (booking) await writeRest(mark, split(hangingWrites(line, booking), 0).rest);
}

function ownWrites(booking: StoredBooking): Operation[] {
  const { id, uid, status } = booking;
  const holder = holdsTime(status) ? booking : undefined;
  const refusal = new Failure("booking_conflict", `There is a booking with the uid ${uid} already.`);
  return [
    claimUnique({ kind: "booking-uid", value: uid, owner: id }, refusal),
    ...moveKey(undefined, holder),
    ...moveTime(undefined, holder),
    ...placing(booking),
    ...joinSeries(booking),
  ];
}

/** As many groups of writes as fit into so many operations, and what is left, as much at a time as a transaction takes. */
function split(groups: readonly Operation[][], room: number): { first: Operation[]; rest: Operation[][] } {
  const batches: Operation[][] = [[]];
  for (const group of groups) {
    const most = batches.length === 1 ? room : MOST_OPERATIONS;
    if ((batches.at(-1)?.length ?? 0) + group.length > most) batches.push([]);
    batches.at(-1)?.push(...group);
  }
  const [first = [], ...rest] = batches;
  return { first, rest };
}

async function writeRest({ type, id }: ImportMark, batches: readonly Operation[][]): Promise<void> {
  for (const batch of batches) await transact(batch);
  await transact([update(ImportMark, { type, id }, { set: { isWhole: true } })]);
}
