import { decode, type Entity, type Stored } from "./entity.ts";
import type { Operation } from "./operations.ts";

/** A condition that did not hold, and the item as it stood then. */
export interface Refusal {
  operation: Operation;
  item: Record<string, unknown> | undefined;
}

/** A write was refused by its conditions; nothing was changed. */
export class Refused extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    super(`refused by ${refusals.map(({ operation }) => operation.entity.name).join(", ")}`);
    this.refusals = refusals;
  }

  /** Whether a row of this entity refused. */
  by(entity: Entity): boolean {
    return this.refusals.some(({ operation }) => operation.entity === entity);
  }

  /** The row of this entity that refused, as it stood then. */
  itemOf<E extends Entity>(entity: E): Stored<E> | undefined {
    const refusal = this.refusals.find(({ operation }) => operation.entity === entity);
    return decode(entity, refusal?.item);
  }
}
