import { Failure } from "#lib/failures.ts";
import { absent, any, equals } from "#lib/storage/table/condition.ts";
import { type Operation, put, releaseUnique } from "#lib/storage/table/operations.ts";
import { digestOf } from "#lib/storage/table/pseudonym.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import { UniqueItem } from "#lib/storage/table/unique.ts";
import type { StoredBooking } from "./entity.ts";

type KeyHolder = Pick<
  StoredBooking,
  "id" | "userId" | "idempotencyKey" | "keyChosenBy" | "claim" | "otherHosts"
> & { eventTypeId?: number };
const kind = "idempotency-key";

/**
 * Returns the unique value of a key. Each host, or event type with several hosts, has one namespace for derived keys, and one for the keys
 * that each user sends, so that users can't occupy each other's keys. It contains a digest of the key, because clients choose keys of any text.
 */
function uniqueValue(booking: Omit<KeyHolder, "id" | "claim">): string {
  const { userId, idempotencyKey, keyChosenBy, otherHosts, eventTypeId } = booking;
  const owner = otherHosts === undefined ? `${userId}` : `event-type-${eventTypeId}`;
  const namespace = keyChosenBy === null ? owner : `${owner}/by-${keyChosenBy}`;
  return `${namespace}/${digestOf(idempotencyKey ?? "")}`;
}

/**
 * Whether a booking needs a row for its key. Bookings with the same derived key have the same times, so the claims already make it unique,
 * except in slots and with several hosts (ADR 0041).
 */
export const needsKeyRow = ({
  idempotencyKey,
  keyChosenBy,
  claim,
  otherHosts,
}: Omit<KeyHolder, "id" | "userId">): boolean =>
  idempotencyKey !== null &&
  (keyChosenBy !== null || claim === null || claim.slot !== null || otherHosts !== undefined);

/** Returns the key of the row of a booking's idempotency key. */
export const idempotencyKeyRow = (
  booking: Omit<KeyHolder, "id" | "claim">,
): { kind: string; value: string } => ({
  kind,
  value: uniqueValue(booking),
});

/** The failure of a booking whose idempotency key is in use. */
export const bookingAlreadyExists = (): Failure =>
  new Failure("booking_conflict", "This booking already exists.");

/**
 * Creates the operations that give the idempotency key to `after` instead of `before`. Without `before` the key is claimed, without `after`
 * it is released.
 *
 * @throws {Failure} `booking_conflict` if the key was seen with another booking
 */
export function keyWrites(
  before: KeyHolder | undefined,
  after: KeyHolder | undefined,
  seen: SeenItems,
): Operation[] {
  const valueBefore = before && needsKeyRow(before) ? uniqueValue(before) : undefined;
  const value = after && needsKeyRow(after) ? uniqueValue(after) : undefined;
  if (valueBefore !== undefined && valueBefore === value && before?.id === after?.id) return [];
  const isHandedOver = valueBefore !== undefined && valueBefore === value;
  const released =
    valueBefore === undefined || isHandedOver ? [] : [releaseUnique({ kind, value: valueBefore })];
  if (!after || value === undefined) return released;
  const key = { kind, value };
  const owner = seen.find(UniqueItem, key)?.owner;
  if (owner !== undefined && !(isHandedOver && owner === before?.id)) throw bookingAlreadyExists();
  const condition = isHandedOver ? { if: any(absent("pk"), equals("owner", before?.id)) } : {};
  return [...released, put(UniqueItem, { ...key, owner: after.id }, condition)];
}
