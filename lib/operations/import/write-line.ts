import { CounterItem } from "#lib/bookings/limits/counter.ts";
import { ClaimRow } from "#lib/calendar/claims/claims.ts";
import { SeatedTimeItem } from "#lib/calendar/claims/seats.ts";
import { conflictAt, type Failure } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import type { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { writeDecision } from "#lib/storage/table/decide.ts";
import type { Operation } from "#lib/storage/table/operations.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import { transact } from "#lib/storage/table/write.ts";
import type { ImportContext } from "./import-context.ts";
import { type ImportLine, nameOf } from "./line.ts";

/** The outcome of a line that was not rejected. */
export type Outcome = "imported" | "unchanged";

/** The failure of a line whose id another object has. */
export const idInUse = (kind: string, id: unknown): Failure =>
  conflictAt(LISTS[kind] ?? "#/id", `The ${kind.replace(/[_-]/g, " ")} id ${id} is already in use.`);

/** The fields of a booking with the ids of its children. */
const LISTS: Record<string, string> = {
  attendee: "#/attendees",
  reference: "#/references",
  payment: "#/payment",
};

/**
 * Compares the object of a line with the one that has its id.
 *
 * @throws {Failure} `conflict` when they differ in one of these fields
 */
export function requireSame<K extends string>(
  line: ImportLine & Record<K, unknown>,
  found: Record<K, unknown>,
  identity: readonly K[],
): Outcome {
  if (identity.every((name) => line[name] === found[name])) return "unchanged";
  throw idInUse(line.type, nameOf(line));
}

/**
 * Writes the object of a line in one transaction, or checks it in a dry run. If the slot of a booking or the rights of a user have changed
 * in the meantime, the operations are created again for the current state.
 *
 * @throws {Failure} when a condition of an operation fails
 */
export const writeLine = (
  { dryRun }: Pick<ImportContext, "dryRun">,
  operationsAfter: (seen: SeenItems) => readonly Operation[] | Promise<readonly Operation[]>,
): Promise<void> =>
  writeDecision(
    async (seen) => {
      const { failed } = seen;
      const operations = await operationsAfter(seen);
      if (
        failed &&
        ![SeatedTimeItem, UserItem, ClaimRow, CounterItem].some((entity) => failed.concerns(entity))
      )
        throw idsInUse(failed);
      return { result: undefined, operations };
    },
    async (result, operations) => {
      await (dryRun ? dryRun.transact(operations) : transact(operations));
      return result;
    },
  );

function idsInUse({ conditions: [first] }: ConditionFailed): Failure {
  const { entity, change } = first?.operation ?? {};
  const kind = entity?.name.replace(/-(locator|of-user|of-team)$/, "") ?? "object";
  return idInUse(kind, change?.values["id"]);
}
