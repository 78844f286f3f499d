import { decode, type Entity, type Stored } from "./entity.ts";
import type { Operation } from "./operations.ts";

/** The operation whose condition failed, and its item at that time. */
export interface FailedCondition {
  operation: Operation;
  item: Record<string, unknown> | undefined;
}

/** Thrown if conditions of a write fail. Nothing was written. */
export class ConditionFailed extends Error {
  readonly conditions: readonly FailedCondition[];

  constructor(conditions: readonly FailedCondition[]) {
    super(`condition failed on ${conditions.map(({ operation }) => operation.entity.name).join(", ")}`);
    this.conditions = conditions;
  }

  /** Whether the condition of an operation on this entity failed. */
  concerns(entity: Entity): boolean {
    return this.conditions.some(({ operation }) => operation.entity === entity);
  }

  /** The first existing item of this entity whose condition failed, as it was at that time. */
  itemOf<E extends Entity>(entity: E): Stored<E> | undefined {
    const failed = this.conditions.filter(({ operation }) => operation.entity === entity);
    return failed.map(({ item }) => decode(entity, item)).find((item) => item !== undefined);
  }
}

/**
 * Waits for a write whose condition may fail. Returns whether it was written.
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
