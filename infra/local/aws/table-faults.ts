import { isObject, type JsonObject } from "./json.ts";
import { seededRandom } from "./seeded-random.ts";
import type { KeyNames } from "./table-needs.ts";
import type { FaultShares } from "./types.ts";

/** A call as it goes to the engine instead, and what is made of the engine's answer. */
export interface ChangedCall {
  request: JsonObject;
  answer(from: JsonObject): JsonObject;
}

const THROTTLING = {
  __type: "com.amazon.coral.availability#ThrottlingException",
  message: "Throughput exceeds the current capacity of your table or index.",
};

/** Injects faults, in the same places for the same seed. */
export class TableFaults {
  readonly #shares: FaultShares;
  readonly #names: KeyNames;
  readonly #random: () => number;
  /** Keys of new items → when indexes get them, in ms. */
  readonly #indexedAt = new Map<string, number>();

  constructor(shares: FaultShares, names: KeyNames) {
    this.#shares = shares;
    this.#names = names;
    this.#random = seededRandom(shares.seed);
  }

  /** The error in place of an answer, or undefined. */
  errorFor(operation: string): object | undefined {
    if (operation === "DescribeTable") return undefined;
    return this.#happens(this.#shares.throttled) ? THROTTLING : undefined;
  }

  /** How a call is changed, or undefined when the engine gets it as it is. */
  changeOf(operation: string, request: JsonObject): ChangedCall | undefined {
    if (operation === "BatchGetItem" && this.#shares.unprocessed) return this.#leaveKeys(request);
    if (operation === "Query" && this.#shares.indexLagMilliseconds && request["IndexName"] !== undefined)
      return { request, answer: (from) => this.#withoutNew(request, from) };
    return undefined;
  }

  /** Remembers the items that a successful call has made. */
  rememberNew(operation: string, request: JsonObject): void {
    const { indexLagMilliseconds } = this.#shares;
    if (!indexLagMilliseconds) return;
    const puts = operation === "PutItem" ? [request] : transactPuts(request);
    for (const { TableName, Item, ConditionExpression } of puts) {
      if (isObject(Item) && String(ConditionExpression).includes("attribute_not_exists"))
        this.#indexedAt.set(this.#keyOf(TableName, Item), Date.now() + indexLagMilliseconds);
    }
  }

  /** Leaves some keys for another call, but never all: DynamoDB would throttle then. */
  #leaveKeys(request: JsonObject): ChangedCall {
    const taken: JsonObject = {};
    const left: JsonObject = {};
    for (const [table, work] of Object.entries(
      isObject(request["RequestItems"]) ? request["RequestItems"] : {},
    )) {
      if (!isObject(work) || !Array.isArray(work["Keys"])) continue;
      const isLeft = work["Keys"].map((_, index) => index > 0 && this.#happens(this.#shares.unprocessed));
      taken[table] = { ...work, Keys: work["Keys"].filter((_, index) => !isLeft[index]) };
      if (isLeft.includes(true))
        left[table] = { ...work, Keys: work["Keys"].filter((_, index) => isLeft[index]) };
    }
    return {
      request: { ...request, RequestItems: taken },
      answer: (from) => ({ ...from, UnprocessedKeys: left }),
    };
  }

  #withoutNew({ TableName }: JsonObject, from: JsonObject): JsonObject {
    if (!Array.isArray(from["Items"])) return from;
    const now = Date.now();
    const Items = from["Items"].filter(
      (item: unknown) => !isObject(item) || (this.#indexedAt.get(this.#keyOf(TableName, item)) ?? 0) <= now,
    );
    return { ...from, Items, Count: Items.length };
  }

  #keyOf(table: unknown, item: JsonObject): string {
    const names = (typeof table === "string" && this.#names.get(table)) || [];
    return JSON.stringify([table, ...names.map((name) => item[name])]);
  }

  #happens = (share = 0): boolean => share > 0 && this.#random() < share;
}

function transactPuts({ TransactItems }: JsonObject): JsonObject[] {
  const parts: unknown[] = Array.isArray(TransactItems) ? TransactItems : [];
  return parts.flatMap((part) => (isObject(part) && isObject(part["Put"]) ? [part["Put"]] : []));
}
