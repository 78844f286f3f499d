import * as z from "zod";
import { listVisibleHosts } from "#lib/bookings/visibility.ts";
import { reservationUidOf, seatedTimeOf } from "#lib/calendar/claims/owner.ts";
import { listClaimedTime } from "#lib/calendar/claims/read-claims.ts";
import { ALL_RESERVATIONS, ReservationsOfUser } from "#lib/calendar/claims/reservations-of-user.ts";
import { liveReservationsIn, SeatedTimeItem } from "#lib/calendar/claims/seats.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { now } from "#lib/platform/clock.ts";
import { LATEST } from "#lib/platform/instant.ts";
import { MINUTE } from "#lib/platform/minutes.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import { findItem, findItems, itemRequest } from "#lib/storage/table/read.ts";
import { ReservationItem, type StoredReservation } from "./entity.ts";
import { isLive } from "./writes.ts";

/** The query of the list of reservations. */
export const ReservationFilter = z.object({
  userId: WholeNumber.optional().describe(
    "The user whose reservations are listed. Only for admins; ignored for other callers.",
  ),
});
type ReservationFilter = z.output<typeof ReservationFilter>;

/**
 * Lists the reservations of the caller's time, and those that the caller made, by their start. Admins can name another user; only system
 * admins get those that this user made. They are found by the claims, so expired ones are left out.
 */
export async function listReservations(
  caller: Caller,
  { userId = caller.userId }: ReservationFilter,
): Promise<ListSource<StoredReservation>> {
  const hosts = await listVisibleHosts(caller, [userId]);
  const users = hosts === "all" ? [] : hosts;
  const makers = users.filter((user) => user === caller.userId || isSystemAdmin(caller));
  const uids = await Promise.all([...users.map(listUidsOfHost), ...makers.map(listUidsOfMaker)]);
  const found = await findItems(
    [...new Set(uids.flat())].map((uid) => itemRequest(ReservationItem, { uid })),
  );
  const reservations = found
    .filter((reservation) => reservation !== undefined)
    .filter(isLive)
    .toSorted((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
  return {
    async *read({ after = "" }) {
      yield reservations.filter((reservation) => positionOf(reservation) > after);
    },
    positionOf,
    count: async () => reservations.length,
  };
}

const positionOf = ({ startTime, uid }: StoredReservation): string => `${startTime} ${uid}`;

/** Lists the uids of the reservations of a host's time. */
async function listUidsOfHost(userId: number): Promise<string[]> {
  const claimed = await listClaimedTime(userId, { from: now() / MINUTE, to: LATEST / MINUTE });
  const owners = [...new Set(claimed.map(({ owner }) => owner))];
  const slots = new Set(owners.flatMap((owner) => seatedTimeOf(owner) ?? []));
  const seated = await findItems([...slots].map((slot) => itemRequest(SeatedTimeItem, { userId, slot })));
  const seats = seated.flatMap((slot) => (slot ? liveReservationsIn(slot) : []));
  return [...owners, ...seats].flatMap((owner) => reservationUidOf(owner) ?? []);
}

/** Lists the uids of the reservations that a user made. */
async function listUidsOfMaker(userId: number): Promise<string[]> {
  const made = await findItem(ReservationsOfUser, { userId, group: ALL_RESERVATIONS });
  return Object.keys(made ?? {}).flatMap((name) => reservationUidOf(name) ?? []);
}
