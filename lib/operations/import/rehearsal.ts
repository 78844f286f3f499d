import { ClaimRow } from "#lib/claims/claims.ts";
import { SlotItem, seatsFull, takenSeats } from "#lib/claims/seats.ts";
import { ConditionFailed } from "#lib/table/condition-failed.ts";
import { dryRunTransaction } from "#lib/table/dry-run.ts";
import { isMet } from "#lib/table/is-met.ts";
import type { Operation } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";

type Values = Readonly<Record<string, unknown>>;

/** The seats that a booking takes of a shared slot. */
export interface SeatsTaken {
  userId: number;
  slot: string;
  count: number;
  seatsPerTimeSlot: number;
}

/** Higher than any stored id, and with as many digits as keys have. */
const FIRST_UNUSED_ID = 9_000_000_000;
const MINUTE = /^m\d\d$/;

/**
 * A dry run of the transactions of a file: each one is checked against the table and against what the earlier ones would have
 * written.
 */
export class Rehearsal {
  /** The items that earlier transactions would have created, by their keys. */
  readonly #created = new Map<string, Values>();
  /** The owners of the minutes that they would have claimed, by row and minute. */
  readonly #owners = new Map<string, unknown>();
  /** The seats that they would have taken, by host and slot. */
  readonly #seats = new Map<string, number>();
  #lastId = FIRST_UNUSED_ID;

  /**
   * Checks a transaction, and remembers it if it would have been written.
   *
   * @throws {Failure | ConditionFailed} as `transact`
   */
  async transact(operations: readonly Operation[]): Promise<void> {
    this.#check(operations);
    await dryRunTransaction(operations.filter((operation) => !this.#created.has(keyOf(operation))));
    // Another host's line may have been checked in the meantime.
    this.#check(operations);
    this.remember(operations);
  }

  /** Remembers operations that would be written later, so that no later line can use their ids. */
  remember(operations: readonly Operation[]): void {
    for (const operation of operations) {
      if (operation.item.Put) this.#created.set(keyOf(operation), operation.change?.values ?? {});
      for (const [minute, owner] of minutesOf(operation)) this.#owners.set(minute, owner);
    }
  }

  /** Returns ids that no object has, in place of those that the import would take. */
  unusedIds(count: number): number[] {
    this.#lastId += count;
    return Array.from({ length: count }, (_, at) => this.#lastId - at);
  }

  /**
   * Requires that the table and the earlier lines leave seats of a slot.
   *
   * @throws {Failure} `booking_seats_full` if there are too few
   */
  async requireSeats(seats: SeatsTaken): Promise<void> {
    const stored = await getItem(SlotItem, seats);
    const taken = (stored ? takenSeats(stored) : 0) + (this.#seats.get(slotKey(seats)) ?? 0);
    if (taken + seats.count > seats.seatsPerTimeSlot) throw seatsFull();
  }

  /** Remembers seats that would have been taken. */
  rememberSeats(seats: SeatsTaken): void {
    this.#seats.set(slotKey(seats), (this.#seats.get(slotKey(seats)) ?? 0) + seats.count);
  }

  #check(operations: readonly Operation[]): void {
    const rejected = operations.find((operation) => !this.#allows(operation));
    if (rejected)
      throw rejected.failure ?? new ConditionFailed([{ operation: rejected, item: this.#itemOf(rejected) }]);
  }

  /** The item of an operation as the earlier lines would have left it. */
  #itemOf(operation: Operation): Record<string, unknown> {
    const prefix = `${keyOf(operation)} `;
    const minutes = [...this.#owners].filter(([minute]) => minute.startsWith(prefix));
    const owners = minutes.map(([minute, owner]) => [minute.slice(prefix.length), owner]);
    return { ...this.#created.get(keyOf(operation)), ...Object.fromEntries(owners) };
  }

  #allows(operation: Operation): boolean {
    const created = this.#created.get(keyOf(operation));
    if (created && operation.item.Put) return false;
    if (created && operation.condition && !isMet(operation.condition, created)) return false;
    return minutesOf(operation).every(([minute, owner]) => (this.#owners.get(minute) ?? owner) === owner);
  }
}

const slotKey = ({ userId, slot }: SeatsTaken): string => `${userId}/${slot}`;

/** The primary key of the item that an operation writes or checks. */
function keyOf({ item: { Put, Update, Delete, ConditionCheck } }: Operation): string {
  const { pk, sk } = Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key ?? {};
  return `${pk} ${sk}`;
}

/** The minutes that an operation claims, with their owners. */
function minutesOf(operation: Operation): [string, unknown][] {
  if (operation.entity !== ClaimRow) return [];
  const values = Object.entries(operation.change?.values ?? {});
  return values.flatMap(([name, owner]) =>
    MINUTE.test(name) ? [[`${keyOf(operation)} ${name}`, owner]] : [],
  );
}
