import { Failure } from "#lib/failures.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { equals } from "#lib/table/condition.ts";
import { type Operation, put } from "#lib/table/operations.ts";
import { claimUnique, releaseUnique, UniqueItem } from "#lib/table/unique.ts";
import type { StoredBooking } from "./entity.ts";

type Keyed = Pick<StoredBooking, "id" | "userId" | "idempotencyKey" | "keyChosenBy">;
const kind = "idempotency-key";

/**
 * The unique value of a key. Each host has one space of derived keys, and one of sent keys for each user who sends some: nobody
 * can use up a key that another would derive or send. Hashed, because callers may send long ones.
 */
function uniqueValue({ userId, idempotencyKey, keyChosenBy }: Keyed): string {
  const space = keyChosenBy === null ? `${userId}` : `${userId}/by-${keyChosenBy}`;
  return `${space}/${sha256(idempotencyKey ?? "")}`;
}

/** The key of the row that says who has a booking's idempotency key. */
export const keyRow = (booking: Keyed): { kind: string; value: string } => ({
  kind,
  value: uniqueValue(booking),
});

/**
 * The writes that carry the idempotency key from one holder to another; either may be missing (claiming, releasing).
 * A key that somebody else has is refused with `booking_conflict`.
 */
export function moveKey(from: Keyed | undefined, to: Keyed | undefined): Operation[] {
  const left = from?.idempotencyKey == null ? undefined : uniqueValue(from);
  const taken = to?.idempotencyKey == null ? undefined : uniqueValue(to);
  const refusal = new Failure("booking_conflict", "This booking already exists.");
  if (from && to && left !== undefined && left === taken) {
    if (from.id === to.id) return [];
    return [put(UniqueItem, { kind, value: left, owner: to.id }, { if: equals("owner", from.id), refusal })];
  }
  return [
    ...(left === undefined ? [] : [releaseUnique({ kind, value: left })]),
    ...(to && taken !== undefined ? [claimUnique({ kind, value: taken, owner: to.id }, refusal)] : []),
  ];
}
