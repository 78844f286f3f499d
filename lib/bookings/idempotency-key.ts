import { Failure } from "#lib/failures.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { equals } from "#lib/table/condition.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { claimUnique, releaseUnique, UniqueItem } from "#lib/table/unique.ts";
import type { StoredBooking } from "./entity.ts";

type Keyed = Pick<
  StoredBooking,
  "id" | "userId" | "idempotencyKey" | "keyChosenBy" | "claim" | "otherHosts"
> & { eventTypeId?: number };
const kind = "idempotency-key";

/**
 * The unique value of a key. Each host, or event type with several hosts, has one space of derived keys, and one of sent keys for each user who sends some: nobody
 * can use up a key that another would derive or send. Hashed, because callers may send long ones.
 */
function uniqueValue(booking: Omit<Keyed, "id" | "claim">): string {
  const { userId, idempotencyKey, keyChosenBy, otherHosts, eventTypeId } = booking;
  const owner = otherHosts === undefined ? `${userId}` : `event-type-${eventTypeId}`;
  const space = keyChosenBy === null ? owner : `${owner}/by-${keyChosenBy}`;
  return `${space}/${sha256(idempotencyKey ?? "")}`;
}

/**
 * Whether a booking needs a row for its key. A derived key contains the event type and the times, so two bookings with the same one would
 * hold the same minutes, unless they share a slot: the claims make it unique already (ADR 0041).
 */
export const needsKeyRow = ({
  idempotencyKey,
  keyChosenBy,
  claim,
  otherHosts,
}: Omit<Keyed, "id" | "userId">): boolean =>
  idempotencyKey !== null &&
  (keyChosenBy !== null || claim === null || claim.slot !== null || otherHosts !== undefined);

/** The key of the row that says who has a booking's idempotency key. */
export const keyRow = (booking: Omit<Keyed, "id" | "claim">): { kind: string; value: string } => ({
  kind,
  value: uniqueValue(booking),
});

/** The failure of a booking whose idempotency key another one has. */
export const alreadyExists = (): Failure => new Failure("booking_conflict", "This booking already exists.");

/**
 * The writes that carry the idempotency key from one holder to another; either may be missing (claiming, releasing).
 * A key that somebody else has is refused with `booking_conflict`.
 */
export function moveKey(from: Keyed | undefined, to: Keyed | undefined): Operation[] {
  const left = from && needsKeyRow(from) ? uniqueValue(from) : undefined;
  const taken = to && needsKeyRow(to) ? uniqueValue(to) : undefined;
  const refusal = alreadyExists();
  if (from && to && left !== undefined && left === taken) {
    if (from.id === to.id) return [];
    return [
      put(
        UniqueItem,
        { kind, value: left, owner: to.id },
        { if: equals("owner", from.id), failure: refusal },
      ),
    ];
  }
  return [
    ...(left === undefined ? [] : [releaseUnique({ kind, value: left })]),
    ...(to && taken !== undefined ? [claimUnique({ kind, value: taken, owner: to.id }, refusal)] : []),
  ];
}
