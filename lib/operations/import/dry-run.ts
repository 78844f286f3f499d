import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { dryRunTransaction } from "#lib/storage/table/dry-run.ts";
import type { Operation } from "#lib/storage/table/operations.ts";

/** Higher than any stored id, and with as many digits as keys have. */
const FIRST_UNUSED_ID = 9_000_000_000;

/**
 * A dry run of the transactions of a file. DynamoDB decides the conditions of each one on the table. Of earlier lines, only the keys of what
 * they would create are compared: no other line can create the same object or unique value. Only the import finds lines that take the time
 * or the seats of each other.
 */
export class DryRun {
  /** The items that earlier transactions would have created, by their keys. */
  readonly #created = new Map<string, Record<string, unknown>>();
  #lastId = FIRST_UNUSED_ID;

  /**
   * Checks a transaction, and remembers it if it would have been written.
   *
   * @throws {Failure | ConditionFailed} as `transact`
   */
  async transact(operations: readonly Operation[]): Promise<void> {
    this.#requireNew(operations);
    await dryRunTransaction(operations.filter((operation) => !this.#created.has(keyOf(operation))));
    // Another host's line may have been checked in the meantime.
    this.#requireNew(operations);
    this.remember(operations);
  }

  /** Remembers operations that would be written later, so that no later line can use their ids. */
  remember(operations: readonly Operation[]): void {
    for (const operation of operations)
      if (operation.item.Put) this.#created.set(keyOf(operation), operation.change?.values ?? {});
  }

  /** Returns ids that no object has, in place of those that the import would take. */
  unusedIds(count: number): number[] {
    this.#lastId += count;
    return Array.from({ length: count }, (_, at) => this.#lastId - at);
  }

  #requireNew(operations: readonly Operation[]): void {
    const existing = operations.find(
      (operation) => operation.item.Put && this.#created.has(keyOf(operation)),
    );
    if (!existing) return;
    const item = this.#created.get(keyOf(existing));
    throw existing.failure ?? new ConditionFailed([{ operation: existing, item }]);
  }
}

/** The primary key of the item that an operation writes or checks. */
function keyOf({ item: { Put, Update, Delete, ConditionCheck } }: Operation): string {
  const { pk, sk } = Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key ?? {};
  return `${pk} ${sk}`;
}
