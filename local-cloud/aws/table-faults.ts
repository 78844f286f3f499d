import { isObject, type JsonObject } from "./json.ts";
import { seededRandom } from "./seeded-random.ts";
import type { KeyNames } from "./table-permissions.ts";
import type { FaultRates } from "./types.ts";

/** A changed request for the engine, and a function that changes the engine's response. */
export interface ChangedCall {
  request: JsonObject;
  changeResponse(response: JsonObject): JsonObject;
}

const THROTTLING = {
  __type: "com.amazon.coral.availability#ThrottlingException",
  message: "Throughput exceeds the current capacity of your table or index.",
};

/** Batch operation → the member of its response that contains what it left unprocessed. */
const UNPROCESSED: Record<string, string> = {
  BatchGetItem: "UnprocessedKeys",
  BatchWriteItem: "UnprocessedItems",
};

/** Injects faults, in the same calls for the same seed. */
export class TableFaults {
  readonly #rates: FaultRates;
  readonly #names: KeyNames;
  readonly #random: () => number;
  /** Key of a new item → the time in ms at which indexes contain it. */
  readonly #indexedAt = new Map<string, number>();

  constructor(rates: FaultRates, names: KeyNames) {
    this.#rates = rates;
    this.#names = names;
    this.#random = seededRandom(rates.seed);
  }

  /** Returns an error for a call; undefined if it is not failed. */
  findError(operation: string): object | undefined {
    if (operation === "DescribeTable") return undefined;
    return this.#happens(this.#rates.throttled) ? THROTTLING : undefined;
  }

  /** Returns the changes to a call; undefined if it is not changed. */
  findChange(operation: string, request: JsonObject): ChangedCall | undefined {
    const member = UNPROCESSED[operation];
    if (member !== undefined && this.#rates.unprocessed) return this.#skipParts(request, member);
    if (operation === "Query" && this.#rates.indexLagMilliseconds && request["IndexName"] !== undefined)
      return { request, changeResponse: (response) => this.#removeNewItems(request, response) };
    return undefined;
  }

  /** Records the items that a successful call has created. */
  recordNewItems(operation: string, request: JsonObject): void {
    const { indexLagMilliseconds } = this.#rates;
    if (!indexLagMilliseconds) return;
    const puts = operation === "PutItem" ? [request] : listTransactPuts(request);
    for (const { TableName, Item, ConditionExpression } of puts) {
      if (isObject(Item) && String(ConditionExpression).includes("attribute_not_exists"))
        this.#indexedAt.set(this.#getKey(TableName, Item), Date.now() + indexLagMilliseconds);
    }
  }

  /** Leaves some keys or writes unprocessed, but never all: DynamoDB would throttle the call instead. */
  #skipParts(request: JsonObject, member: string): ChangedCall {
    const processed: JsonObject = {};
    const unprocessed: JsonObject = {};
    for (const [table, batch] of Object.entries(
      isObject(request["RequestItems"]) ? request["RequestItems"] : {},
    )) {
      const read = isObject(batch) ? batch : undefined;
      const parts: unknown = read ? read["Keys"] : batch;
      if (!Array.isArray(parts)) continue;
      const isSkipped = parts.map((_, index) => index > 0 && this.#happens(this.#rates.unprocessed));
      const withParts = (some: unknown[]) => (read ? { ...read, Keys: some } : some);
      processed[table] = withParts(parts.filter((_, index) => !isSkipped[index]));
      if (isSkipped.includes(true))
        unprocessed[table] = withParts(parts.filter((_, index) => isSkipped[index]));
    }
    return {
      request: { ...request, RequestItems: processed },
      changeResponse: (response) => ({ ...response, [member]: unprocessed }),
    };
  }

  #removeNewItems({ TableName }: JsonObject, response: JsonObject): JsonObject {
    if (!Array.isArray(response["Items"])) return response;
    const now = Date.now();
    const Items = response["Items"].filter(
      (item: unknown) => !isObject(item) || (this.#indexedAt.get(this.#getKey(TableName, item)) ?? 0) <= now,
    );
    return { ...response, Items, Count: Items.length };
  }

  #getKey(table: unknown, item: JsonObject): string {
    const names = (typeof table === "string" && this.#names.get(table)) || [];
    return JSON.stringify([table, ...names.map((name) => item[name])]);
  }

  #happens = (rate = 0): boolean => rate > 0 && this.#random() < rate;
}

function listTransactPuts({ TransactItems }: JsonObject): JsonObject[] {
  const parts: unknown[] = Array.isArray(TransactItems) ? TransactItems : [];
  return parts.flatMap((part) => (isObject(part) && isObject(part["Put"]) ? [part["Put"]] : []));
}
