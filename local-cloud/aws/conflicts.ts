import { isObject, type JsonObject } from "./json.ts";
import { seededRandom } from "./seeded-random.ts";
import type { KeyNames } from "./table-permissions.ts";

/** DynamoDB's response to a cancelled transaction. */
export interface Cancellation {
  __type: string;
  Message: string;
  CancellationReasons: { Code: string; Message?: string }[];
}

/** DynamoDB's response to a single write on an item of a running transaction. */
const CONFLICT = {
  __type: "com.amazonaws.dynamodb.v20120810#TransactionConflictException",
  message: "Transaction is ongoing for the item",
};

const CONFLICT_RATE = 0.1;

/**
 * Fails a seeded tenth of the writes to an item of a running TransactWriteItems. DynamoDB does so under load and the
 * local engine never does, so nothing else would reveal a missing retry.
 */
export class Conflicts {
  readonly #names: KeyNames;
  readonly #random: () => number;
  /** Item → the number of running transactions that write it. */
  readonly #running = new Map<string, number>();

  constructor(names: KeyNames, seed: number) {
    this.#names = names;
    this.#random = seededRandom(seed);
  }

  /** Starts a transaction, which runs until `end` is called; or returns a cancellation. */
  start(request: JsonObject): Cancellation | { end: () => void } {
    const items = this.#listItems(request);
    const shared = items.map((item) => this.#running.has(item));
    if (shared.includes(true) && this.#random() < CONFLICT_RATE) return buildCancellation(shared);
    for (const item of items) this.#running.set(item, (this.#running.get(item) ?? 0) + 1);
    return {
      end: () => {
        for (const item of items) this.#release(item);
      },
    };
  }

  /** Returns the error of a PutItem, UpdateItem or DeleteItem; undefined if it has no conflict. */
  findError(write: JsonObject): object | undefined {
    return this.#running.has(this.#identify(write)) && this.#random() < CONFLICT_RATE ? CONFLICT : undefined;
  }

  #release(item: string): void {
    const remaining = (this.#running.get(item) ?? 1) - 1;
    if (remaining === 0) this.#running.delete(item);
    else this.#running.set(item, remaining);
  }

  #listItems(request: JsonObject): string[] {
    const parts = Array.isArray(request["TransactItems"]) ? request["TransactItems"] : [];
    return parts.map((part: unknown) => {
      const write = isObject(part) ? Object.values(part)[0] : undefined;
      return isObject(write) ? this.#identify(write) : "";
    });
  }

  /** Returns the table and key of a write, as a string. */
  #identify({ TableName: table, Key: key, Item: item }: JsonObject): string {
    const attributes = isObject(key) ? key : isObject(item) ? item : {};
    const names = (typeof table === "string" && this.#names.get(table)) || [];
    return JSON.stringify([table, ...names.map((name) => attributes[name])]);
  }
}

function buildCancellation(shared: readonly boolean[]): Cancellation {
  const reasons = shared.map((isShared) =>
    isShared
      ? { Code: "TransactionConflict", Message: "Transaction is ongoing for the item" }
      : { Code: "None" },
  );
  return {
    __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map((reason) => reason.Code).join(", ")}]`,
    CancellationReasons: reasons,
  };
}
