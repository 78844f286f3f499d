import { randomUUID } from "node:crypto";
import { Failure } from "#lib/failures.ts";
import { isAwsError } from "#lib/platform/aws-error.ts";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { decodeItem } from "./attribute-values.ts";
import type { StoredAuditEntry } from "./audit-entity.ts";
import { entriesOf } from "./audit-entries.ts";
import { tableClient } from "./client.ts";
import { ConditionFailed, type FailedCondition } from "./condition-failed.ts";
import { isTooLarge } from "./is-too-large.ts";
import type { Operation } from "./operations.ts";
import { cancellationReasons, failedItem } from "./table-errors.ts";
import { withEntries } from "./with-entries.ts";

/** DynamoDB's limit of one transaction. */
const LARGEST_TRANSACTION = 100;
/** Entries of the audit trail beside the operations of one transaction: what is changed at once is of two resources at most. */
const MOST_ENTRIES = 2;
/** Operations a transaction may be asked for. */
export const MOST_OPERATIONS = LARGEST_TRANSACTION - MOST_ENTRIES;
/** The attribute of an item that holds what tells of its latest update alone. */
export const EMBEDDED_ENTRY = "auditEntry";
/** Tries when another transaction holds an item, and the longest wait before the first repetition, in ms; doubled each time. */
const CONFLICT_TRIES = 9;
const CONFLICT_WAIT = 10;
/** How often operations of one transaction are replaced by their fallbacks. */
const FALLBACK_TRIES = 3;

/**
 * Writes all operations or none, in one transaction, and what tells of them in the audit trail (ADR 0027). A lost answer is asked for
 * again with the same token. If all operations whose conditions fail have a fallback, the transaction is sent again with those.
 *
 * When several conditions do not hold, the first operation in the order given speaks.
 *
 * @throws {Failure} the `refusal` of that operation
 * @throws {ConditionFailed} when it carries none
 * @throws {Failure} `temporarily_unavailable` when other transactions keep holding an item
 * @throws {Failure} `limit_reached` when an item would be larger than the table keeps
 */
export async function transact(operations: readonly Operation[]): Promise<void> {
  let all = withEntries(operations);
  if (all.length > LARGEST_TRANSACTION) throw new RangeError(`${all.length} operations in one transaction`);
  for (let tries = 0; ; tries += 1) {
    const conditions = await attemptTransaction(all);
    if (conditions.length === 0) return;
    const fallbacks = new Map(
      conditions.map(({ operation, item }) => [operation, operation.fallback?.(item)] as const),
    );
    const failed = conditions.filter(({ operation }) => !fallbacks.get(operation));
    if (failed.length > 0 || tries === FALLBACK_TRIES) throw errorOf(failed.length > 0 ? failed : conditions);
    all = all.map((operation) => fallbacks.get(operation) ?? operation).filter((each) => each !== "skip");
  }
}

/** Sends a transaction; the conditions that failed, if it was not written. */
async function attemptTransaction(all: readonly Operation[]): Promise<FailedCondition[]> {
  const TransactItems = all.map(({ item }) => item);
  let token = "";
  return retryConflicts(async (previous) => {
    // One still in progress may be this very one, whose answer was lost: only its own token finds out.
    if (!isAwsError(previous, "TransactionInProgressException")) token = randomUUID();
    const request = { TransactItems, ClientRequestToken: token };
    try {
      await countRoundTrip(() => tableClient().send("TransactWriteItems", request));
      return [];
    } catch (error) {
      const conditions = failedConditionsIn(error, all);
      if (conditions.length > 0) return conditions;
      throw isTooLarge(error) ? itemTooLarge() : error;
    }
  });
}

/**
 * Writes one operation alone and returns the item as it is then (undefined after a deletion).
 * For changes that may safely happen twice when an answer is lost; others go through {@link transact}. What tells of an update in
 * the audit trail goes inside the item, from where the table's stream brings it there.
 */
export async function writeOne(operation: Operation): Promise<Record<string, unknown> | undefined> {
  const [entry] = entriesOf([operation]);
  if (entry && !operation.item.Update) {
    await transact([operation]);
    return operation.item.Put?.Item;
  }
  const audited = entry ? withEmbeddedEntry(operation, entry) : operation;
  return retryConflicts(async () => {
    try {
      return await countRoundTrip(() => send(audited));
    } catch (error) {
      if (!isAwsError(error, "ConditionalCheckFailedException"))
        throw isTooLarge(error) ? itemTooLarge() : error;
      throw errorOf([{ operation, item: failedItem(error) }]);
    }
  });
}

/** The update that also leaves an entry in the item. */
function withEmbeddedEntry(operation: Operation, entry: StoredAuditEntry): Operation {
  const { Update } = operation.item;
  if (!Update) return operation;
  const item = {
    Update: {
      ...Update,
      UpdateExpression: Update.UpdateExpression?.replace(/^SET /, "SET #entry = :entry, "),
      ExpressionAttributeNames: { ...Update.ExpressionAttributeNames, "#entry": EMBEDDED_ENTRY },
      ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, ":entry": entry },
    },
  };
  return { ...operation, item };
}

async function send({ item }: Operation): Promise<Record<string, unknown> | undefined> {
  if (item.Update)
    return (await tableClient().send("UpdateItem", { ...item.Update, ReturnValues: "ALL_NEW" })).Attributes;
  if (item.Put) {
    await tableClient().send("PutItem", item.Put);
    return item.Put.Item;
  }
  if (item.Delete) await tableClient().send("DeleteItem", item.Delete);
  return undefined;
}

function failedConditionsIn(error: unknown, operations: readonly Operation[]): FailedCondition[] {
  const reasons = cancellationReasons(error);
  return operations.flatMap((operation, at) => {
    const reason = reasons[at];
    if (reason?.Code !== "ConditionalCheckFailed") return [];
    return [{ operation, item: reason.Item && decodeItem(reason.Item) }];
  });
}

function errorOf(conditions: readonly FailedCondition[]): Error {
  return conditions[0]?.operation.failure ?? new ConditionFailed(conditions);
}

const itemTooLarge = (): Failure =>
  new Failure("limit_reached", "Item exceeds the size limit. Send less data.");

/** Why a transaction is cancelled that may pass a little later: others hold an item, or its partition is too busy. */
const TRANSIENT = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

const isConflict = (error: unknown): boolean =>
  isAwsError(error, "TransactionConflictException") ||
  isAwsError(error, "TransactionInProgressException") ||
  cancellationReasons(error).some(({ Code }) => Code !== undefined && TRANSIENT.has(Code));

async function retryConflicts<T>(attempt: (previous: unknown) => Promise<T>): Promise<T> {
  let previous: unknown;
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(previous);
    } catch (error) {
      if (!isConflict(error)) throw error;
      previous = error;
      if (tries === CONFLICT_TRIES)
        throw new Failure("temporarily_unavailable", "Too many concurrent changes. Try again.", {
          headers: { "Retry-After": "1" },
        });
      const longest = CONFLICT_WAIT * 2 ** (tries - 1);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
    }
  }
}
