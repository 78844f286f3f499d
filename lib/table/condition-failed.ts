import { decode, type Entity, type Stored } from "./entity.ts";
import type { Operation } from "./operations.ts";

/** A condition that did not hold, and the item as it stood then. */
export interface FailedCondition {
  operation: Operation;
  item: Record<string, unknown> | undefined;
}

/** A write was refused by its conditions; nothing was changed. */
export class ConditionFailed extends Error {
  readonly conditions: readonly FailedCondition[];

  constructor(refusals: readonly FailedCondition[]) {
    super(`refused by ${refusals.map(({ operation }) => operation.entity.name).join(", ")}`);
    this.conditions = refusals;
  }

  /** Whether a row of this entity refused. */
  concerns(entity: Entity): boolean {
    return this.conditions.some(({ operation }) => operation.entity === entity);
  }

  /** The row of this entity that refused first, as it stood then. */
  itemOf<E extends Entity>(entity: E): Stored<E> | undefined {
    return this.itemsOf(entity)[0];
  }

  /** Every row of this entity that refused and was there. */
  itemsOf<E extends Entity>(entity: E): Stored<E>[] {
    const mine = this.conditions.filter(({ operation }) => operation.entity === entity);
    return mine
      .map(({ item }) => decode(entity, item))
      .filter((item): item is Stored<E> => item !== undefined);
  }
}

/**
 * Waits for a write whose condition may fail. Answers whether it was written.
 *
 * @example
 * await ignoreFailedCondition(write(put(AuditItem, entry)));
 */
export async function ignoreFailedCondition(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
