import { reservationsIn, SlotItem } from "#lib/calendar/claims/seats.ts";
import { bookingsIn } from "#lib/calendar/claims/slot-bookings.ts";
import { queryPages } from "#lib/storage/table/query.ts";
import { intervalText, type Suspicion } from "./disagreement.ts";
import { asOf, type Holding, type HostBookings } from "./host-bookings.ts";

/** Compares the slots of a host (interval, bookings and taken seats) with the bookings that are in them. */
export async function compareSlots(host: HostBookings): Promise<Suspicion[]> {
  const expected = new Map(
    [...groupBySlot(host.holdings)].map(([slot, holdings]) => [slot, expectedText(holdings)]),
  );
  const found = new Map<string, string>();
  for await (const page of queryPages(SlotItem, { userId: host.userId }))
    for (const slot of page) {
      const reserved = reservationsIn(slot).length;
      const taken = slot.taken - reserved;
      // A slot without bookings expires with its last reservation.
      if (slot.holders === 0 && taken === 0 && reserved > 0) continue;
      const named = bookingsIn(slot);
      found.set(slot.slot, slotText({ holders: slot.holders, taken, named }, intervalText(slot)));
    }
  const names = new Set([...expected.keys(), ...found.keys()]);
  return [...names]
    .map((slot) => ({
      userId: host.userId,
      part: "slot" as const,
      subject: slot,
      expected: expected.get(slot) ?? "no slot",
      found: found.get(slot) ?? "no slot",
      asOf: asOf(host, slot),
    }))
    .filter((slot) => slot.expected !== slot.found);
}

function groupBySlot(holdings: readonly Holding[]): Map<string, Holding[]> {
  const seated = holdings.filter(({ claim }) => claim.slot !== null);
  return Map.groupBy(seated, ({ claim }) => claim.slot ?? "");
}

function expectedText(holdings: readonly Holding[]): string {
  const taken = holdings.reduce((sum, holding) => sum + holding.seats, 0);
  const intervals = new Set(holdings.map(({ claim }) => intervalText(claim)));
  return slotText({ taken, holders: holdings.length, named: holdings }, [...intervals].join(" and "));
}

interface SlotContent {
  taken: number;
  holders: number;
  named: readonly { id: number; uid: string }[];
}

const slotText = ({ taken, holders, named }: SlotContent, interval: string): string => {
  const names = named.map(({ id, uid }) => `${id} ${uid}`).toSorted();
  return `${holders} bookings (${names.join(", ")}) with ${taken} seats, ${interval}`;
};
