import { AttendeeLocator } from "#lib/bookings/attendees/entity.ts";
import { ReferenceLocator } from "#lib/bookings/booking-references/entity.ts";
import { BookingLocator } from "#lib/bookings/entity.ts";
import { PaymentLocator } from "#lib/bookings/payments/entity.ts";
import { EventTypeItem } from "#lib/event-types/entity.ts";
import { Failure } from "#lib/failures.ts";
import { MembershipOfTeam } from "#lib/memberships/entity.ts";
import type { Entity, KeyOf } from "#lib/table/entity.ts";
import type { IdKind } from "#lib/table/ids.ts";
import { getItems, queryOnce, wanted } from "#lib/table/read.ts";
import { TeamItem } from "#lib/teams/entity.ts";
import { UserItem } from "#lib/users/entity.ts";

/** What is there under the id of a kind, if that is somebody's. */
const PLACES = new Map<IdKind, Entity>([
  ["user", UserItem],
  ["team", TeamItem],
  ["event-type", EventTypeItem],
  ["booking", BookingLocator],
  ["attendee", AttendeeLocator],
  ["reference", ReferenceLocator],
  ["payment", PaymentLocator],
]);

/** The ids among these that somebody has; those of memberships are not looked up. */
export async function takenAmong(ids: readonly [IdKind, number][]): Promise<[IdKind, number][]> {
  const places = ids.flatMap(([kind, id]) => {
    const entity = PLACES.get(kind);
    return entity ? [wanted(entity, { id } as object as KeyOf<Entity>)] : [];
  });
  const found = await getItems(places);
  return ids.filter(([kind]) => PLACES.has(kind)).filter((_, at) => found[at] !== undefined);
}

/**
 * Lets ids go on that nobody has.
 *
 * @throws {Failure} `conflict` that names the first that somebody has
 */
export async function requireFreeIds(ids: readonly [IdKind, number][]): Promise<void> {
  const [taken] = await takenAmong(ids);
  if (taken) throw isTaken(...taken);
}

/**
 * Lets the id of a membership go on that nobody has; they are found by their user and team, and by their id only in an index.
 *
 * @throws {Failure} `conflict`
 */
export async function requireFreeMembershipId(id: number): Promise<void> {
  const range = { index: "GSI2", limit: 1 } as const;
  const [found] = await queryOnce(MembershipOfTeam, { id }, range);
  if (found) throw isTaken("membership", id);
}

/** What is said of an id that somebody has. */
export const isTaken = (kind: IdKind, id: number): Failure =>
  new Failure("conflict", `The ${kind.replace("-", " ")} ${id} is taken.`);
