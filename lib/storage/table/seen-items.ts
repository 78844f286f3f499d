import type { ConditionFailed } from "./condition-failed.ts";
import { decode, type Entity, type KeyOf, primaryKey, type Stored } from "./entity.ts";
import type { Operation } from "./operations.ts";

/**
 * The items that failed conditions have shown while a change is decided and written: each as it was when a condition on it failed last. A
 * decision without them is optimistic; with them it knows why it was rejected.
 */
export class SeenItems {
  readonly #items = new Map<string, Record<string, unknown> | undefined>();
  #failed: ConditionFailed | undefined;

  /** The conditions that failed in the latest write; undefined before the first one. */
  get failed(): ConditionFailed | undefined {
    return this.#failed;
  }

  /** Adds the items of a failed write. */
  add(failed: ConditionFailed): void {
    this.#failed = failed;
    for (const { operation, item } of failed.conditions) this.#items.set(keyOf(operation), item);
  }

  /** Whether a condition on this item failed. */
  has<E extends Entity>(entity: E, key: KeyOf<E>): boolean {
    return this.#items.has(textOf(primaryKey(entity, key)));
  }

  /** The attributes of an item as they are stored, also of an expired one; undefined if it was not seen, or did not exist. */
  row<E extends Entity>(entity: E, key: KeyOf<E>): Record<string, unknown> | undefined {
    return this.#items.get(textOf(primaryKey(entity, key)));
  }

  /** An item; undefined if it was not seen, or does not exist any more. */
  find<E extends Entity>(entity: E, key: KeyOf<E>): Stored<E> | undefined {
    return decode(entity, this.row(entity, key));
  }

  /** Forgets an item, because it may have changed since. */
  forget<E extends Entity>(entity: E, key: KeyOf<E>): void {
    this.#items.delete(textOf(primaryKey(entity, key)));
  }
}

const textOf = ({ pk, sk }: Record<string, unknown>): string => `${pk}\n${sk}`;

function keyOf({ item: { Put, Update, Delete, ConditionCheck } }: Operation): string {
  const key = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key;
  return textOf(key ?? {});
}
