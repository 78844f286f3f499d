import { isObject, type JsonObject } from "./json.ts";
import { seededRandom } from "./seeded-random.ts";
import type { KeyNames } from "./table-needs.ts";

/** A cancelled transaction as DynamoDB answers it. */
export interface Cancellation {
  __type: string;
  Message: string;
  CancellationReasons: { Code: string; Message?: string }[];
}

/** A single write on an item of a transaction under way, as DynamoDB answers it. */
const CONFLICT = {
  __type: "com.amazonaws.dynamodb.v20120810#TransactionConflictException",
  message: "Transaction is ongoing for the item",
};

const SHARE_REFUSED = 0.1;

/**
 * Fails a seeded tenth of the writes that overlap, in time and on an item, with a TransactWriteItems still under way.
 * DynamoDB does so under load and the local engine never does, so nothing else would show a missing retry.
 */
export class Conflicts {
  readonly #names: KeyNames;
  readonly #random: () => number;
  readonly #underWay = new Map<string, number>();

  constructor(names: KeyNames, seed: number) {
    this.#names = names;
    this.#random = seededRandom(seed);
  }

  /** Admits a transaction until `leave` is called, or cancels it. */
  enter(request: JsonObject): Cancellation | { leave: () => void } {
    const items = this.#itemsOf(request);
    const shared = items.map((item) => this.#underWay.has(item));
    if (shared.includes(true) && this.#random() < SHARE_REFUSED) return cancellation(shared);
    for (const item of items) this.#underWay.set(item, (this.#underWay.get(item) ?? 0) + 1);
    return {
      leave: () => {
        for (const item of items) this.#leave(item);
      },
    };
  }

  /** The error of a PutItem, UpdateItem or DeleteItem, or undefined. */
  errorFor(write: JsonObject): object | undefined {
    return this.#underWay.has(this.#itemOf(write)) && this.#random() < SHARE_REFUSED ? CONFLICT : undefined;
  }

  #leave(item: string): void {
    const others = (this.#underWay.get(item) ?? 1) - 1;
    if (others === 0) this.#underWay.delete(item);
    else this.#underWay.set(item, others);
  }

  #itemsOf(request: JsonObject): string[] {
    const parts = Array.isArray(request["TransactItems"]) ? request["TransactItems"] : [];
    return parts.map((part: unknown) => {
      const work = isObject(part) ? Object.values(part)[0] : undefined;
      return isObject(work) ? this.#itemOf(work) : "";
    });
  }

  #itemOf({ TableName: table, Key: key, Item: item }: JsonObject): string {
    const holder = isObject(key) ? key : isObject(item) ? item : {};
    const names = (typeof table === "string" && this.#names.get(table)) || [];
    return JSON.stringify([table, ...names.map((name) => holder[name])]);
  }
}

function cancellation(shared: readonly boolean[]): Cancellation {
  const reasons = shared.map((conflicts) =>
    conflicts
      ? { Code: "TransactionConflict", Message: "Transaction is ongoing for the item" }
      : { Code: "None" },
  );
  return {
    __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map((reason) => reason.Code).join(", ")}]`,
    CancellationReasons: reasons,
  };
}
