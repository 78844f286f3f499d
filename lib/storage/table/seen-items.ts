import type { ConditionFailed, FailedCondition } from "./condition-failed.ts";
import { decode, type Entity, type KeyOf, primaryKey, type Stored } from "./entity.ts";
import { findRawItem } from "./read.ts";

interface PrimaryKey {
  pk: string;
  sk: string;
}

/** An item that a failed condition has shown. */
interface SeenItem {
  key: PrimaryKey;
  entity: Entity;
  item: Record<string, unknown> | undefined;
  /** The latest write that failed because of this item. */
  failed: ConditionFailed;
}

/**
 * The items that failed conditions have shown while a change is decided and written. A decision without them is optimistic; with them it
 * knows why it was rejected. Each is as the latest failed write has shown it, or as it was read after that write ({@link refresh}).
 */
export class SeenItems {
  readonly #items = new Map<string, SeenItem>();
  #failed: ConditionFailed | undefined;
  /** How many of the latest writes have failed in a row because a versioned item had changed. */
  #changes = 0;

  /** The conditions that failed in the latest write; undefined before the first one. */
  get failed(): ConditionFailed | undefined {
    return this.#failed;
  }

  /**
   * Adds the items of a failed write. If a versioned item has changed, the other conditions were derived from an item that is gone: they don't
   * show all that its successor depends on, such as its slot. Only versioned items are kept then, so that the next decision is optimistic.
   */
  add(failed: ConditionFailed): void {
    this.#failed = failed;
    const changed = failed.conditions.filter(({ operation }) => operation.entity.versioned);
    this.#changes = changed.length > 0 ? this.#changes + 1 : 0;
    if (changed.length > 0)
      for (const [text, { entity }] of this.#items) if (!entity.versioned) this.#items.delete(text);
    for (const { operation, item } of changed.length > 0 ? changed : failed.conditions) {
      const key = keyOf(operation);
      this.#items.set(keyText(key), { key, entity: operation.entity, item, failed });
    }
  }

  /** Whether a condition on this item failed. */
  has<E extends Entity>(entity: E, key: KeyOf<E>): boolean {
    return this.#items.has(keyText(primaryKey(entity, key)));
  }

  /** The attributes of an item as they are stored, also of an expired one; undefined if it was not seen, or did not exist. */
  row<E extends Entity>(entity: E, key: KeyOf<E>): Record<string, unknown> | undefined {
    return this.#items.get(keyText(primaryKey(entity, key)))?.item;
  }

  /** An item; undefined if it was not seen, or does not exist any more. */
  find<E extends Entity>(entity: E, key: KeyOf<E>): Stored<E> | undefined {
    return decode(entity, this.row(entity, key));
  }

  /**
   * Whether one of them may have changed since: only an earlier write than the latest has shown it, or it changes so often that it has changed again
   * during the wait before the next write.
   */
  get isOutdated(): boolean {
    return this.#isContended || this.#refreshable.some(({ failed }) => failed !== this.#failed);
  }

  get #isContended(): boolean {
    return this.#changes > 1;
  }

  /** Reads the seen items that may have changed again, at once: items of different times could contradict each other. One round trip. */
  async refresh(): Promise<void> {
    const reads = this.#refreshable.map(async (seen) => {
      seen.item = await findRawItem(seen.key);
    });
    await Promise.all(reads);
  }

  /**
   * All but versioned items; after a change of a versioned item, only such are left. The condition on a version that held in the latest write shows that the item is unchanged; and a booking must
   * not be read after its slot, which may still count an attendee that the booking no longer has.
   */
  get #refreshable(): SeenItem[] {
    return [...this.#items.values()].filter(({ entity }) => this.#isContended || !entity.versioned);
  }
}

const keyText = ({ pk, sk }: PrimaryKey): string => `${pk}\n${sk}`;

function keyOf({ item: { Put, Update, Delete, ConditionCheck } }: FailedCondition["operation"]): PrimaryKey {
  const { pk, sk } = Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key ?? {};
  return { pk: String(pk), sk: String(sk) };
}
