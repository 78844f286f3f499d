import type { Range, SlotRules } from "#lib/availability/model.ts";
import { busyTimeOf, closedBy, slotStarts } from "#lib/availability/slots.ts";
import { listHolds } from "#lib/claims/list-holds.ts";
import { listSeatedSlots, SlotItem, timesOfSlot } from "#lib/claims/seats.ts";
import type { Bookable } from "#lib/event-types/get-bookable.ts";
import { now } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItem } from "#lib/table/read.ts";

const MINUTE = 60_000;

/** A booking that is to be moved: its own time, and its seats, count as free. */
export interface MovingBooking {
  id: number;
  userId: number;
  claim: { slot: string | null } | null;
  attendees: readonly unknown[];
}

/** Which slots to find: those that start within a range, for a viewer whose clock shows round times at their starts. */
export interface SlotSearch {
  within: Range;
  viewerZone: string;
  moving?: MovingBooking | undefined;
  /** Seats that are needed of a slot that has seats; 1 if not given. */
  seats?: number;
}

/** A slot by its start, in minutes since 1970; `attendees` is how many seats are taken, if it is shared with other bookings. */
export interface Slot {
  start: number;
  attendees?: number;
}

type SeatedSlot = Stored<typeof SlotItem>;

/**
 * Finds the slots of an event type that can be booked, ascending. A seated slot that has bookings keeps its start and is found until it
 * is full. One round trip per 1 MB of claim rows.
 */
export async function findSlots(bookable: Bookable, rules: SlotRules, search: SlotSearch): Promise<Slot[]> {
  const { viewerZone, moving, seats = 1 } = search;
  const at = now() / MINUTE;
  const within = { from: Math.max(search.within.from, Math.floor(at)), to: search.within.to };
  if (within.from >= within.to) return [];
  const own = moving?.userId === bookable.host.id ? moving : undefined;
  const [holds, seated, left] = await Promise.all([
    listHolds(bookable.host.id, busyTimeOf(rules, within)),
    seatedSlotsOf(bookable, within),
    own?.claim?.slot == null ? undefined : getItem(SlotItem, { userId: own.userId, slot: own.claim.slot }),
  ]);
  const freed = left ? (left.holders === 1 ? left.slot : undefined) : own?.id;
  const context = { now: at, busy: holds.filter(({ owner }) => owner !== freed) };
  const starts = slotStarts(rules, within, { ...context, viewerZone });
  const shared = seated
    .filter(({ slot }) => slot !== freed)
    .map((slot) =>
      slot.slot === left?.slot ? { ...slot, taken: slot.taken - (own?.attendees.length ?? 0) } : slot,
    )
    .filter((slot) => hasSeats(slot, bookable, seats) && isOpen(slot, rules))
    .map((slot) => ({ start: intervalOf(slot).from, attendees: slot.taken }));
  return [...starts.map((start) => ({ start })), ...shared].toSorted((a, b) => a.start - b.start);
}

const seatedSlotsOf = async ({ eventType, host }: Bookable, { from, to }: Range): Promise<SeatedSlot[]> =>
  eventType.seatsPerTimeSlot === null
    ? []
    : listSeatedSlots(
        { userId: host.id, eventTypeId: eventType.id },
        { start: isoString(from), end: isoString(to) },
      );

const isoString = (minute: number): string => new Date(minute * MINUTE).toISOString();

function intervalOf({ slot }: SeatedSlot): Range {
  const { startTime, endTime } = timesOfSlot(slot);
  return { from: Date.parse(startTime) / MINUTE, to: Date.parse(endTime) / MINUTE };
}

const hasSeats = ({ taken }: SeatedSlot, { eventType }: Bookable, seats: number): boolean =>
  taken + seats <= (eventType.seatsPerTimeSlot ?? 0);

/** Whether a slot with bookings has the requested length, and no rule closes its time. */
function isOpen(slot: SeatedSlot, rules: SlotRules): boolean {
  const interval = intervalOf(slot);
  return (
    interval.to - interval.from === rules.length &&
    closedBy(rules, interval, { now: now() / MINUTE, busy: [] }) === undefined
  );
}
