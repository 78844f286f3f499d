import { randomUUID } from "node:crypto";
import { Failure } from "#lib/failures.ts";
import { isAwsError } from "#lib/platform/aws-error.ts";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { decodeItem } from "./attribute-values.ts";
import type { StoredAuditEntry } from "./audit-entity.ts";
import { entriesOf } from "./audit-entries.ts";
import { tableClient } from "./client.ts";
import { isTooLarge } from "./is-too-large.ts";
import type { Operation } from "./operations.ts";
import { type Refusal, Refused } from "./refused.ts";
import { cancellationReasons, failedItem } from "./table-errors.ts";
import { withEntries } from "./with-entries.ts";

/** DynamoDB's limit of one transaction. */
const LARGEST_TRANSACTION = 100;
/** Entries of the audit trail beside the operations of one transaction: what is changed at once is of two resources at most. */
const MOST_ENTRIES = 2;
/** Operations a transaction may be asked for. */
export const MOST_OPERATIONS = LARGEST_TRANSACTION - MOST_ENTRIES;
/** The attribute of an item that holds what tells of its latest update alone. */
export const CARRIED_ENTRY = "auditEntry";
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
 * @throws {Refused} when it carries none
 * @throws {Failure} `temporarily_unavailable` when other transactions keep holding an item
 * @throws {Failure} `limit_reached` when an item would be larger than the table keeps
 */
export async function transact(operations: readonly Operation[]): Promise<void> {
  let all = withEntries(operations);
  if (all.length > LARGEST_TRANSACTION) throw new RangeError(`${all.length} operations in one transaction`);
  for (let tried = 0; ; tried += 1) {
    const refusals = await attemptTransaction(all);
    if (refusals.length === 0) return;
    const fallbacks = new Map(
      refusals.map(({ operation, item }) => [operation, operation.fallback?.(item)] as const),
    );
    const failed = refusals.filter(({ operation }) => !fallbacks.get(operation));
    if (failed.length > 0 || tried === FALLBACK_TRIES) throw refusedBy(failed.length > 0 ? failed : refusals);
    all = all.map((operation) => fallbacks.get(operation) ?? operation).filter((each) => each !== "skip");
  }
}

/** Sends a transaction; the conditions that failed, if it was not written. */
async function attemptTransaction(all: readonly Operation[]): Promise<Refusal[]> {
  const TransactItems = all.map(({ item }) => item);
  let token = "";
  return whileInConflict(async (previous) => {
    // One still in progress may be this very one, whose answer was lost: only its own token finds out.
    if (!isAwsError(previous, "TransactionInProgressException")) token = randomUUID();
    const request = { TransactItems, ClientRequestToken: token };
    try {
      await countRoundTrip(() => tableClient().send("TransactWriteItems", request));
      return [];
    } catch (error) {
      const refusals = refusalsIn(error, all);
      if (refusals.length > 0) return refusals;
      throw isTooLarge(error) ? noRoom() : error;
    }
  });
}

/**
 * Writes one operation alone and returns the item as it is then (undefined after a deletion).
 * For changes that may safely happen twice when an answer is lost; others go through {@link transact}. What tells of an update in
 * the audit trail goes inside the item, from where the table's stream brings it there.
 */
export async function write(operation: Operation): Promise<Record<string, unknown> | undefined> {
  const [entry] = entriesOf([operation]);
  if (entry && !operation.item.Update) {
    await transact([operation]);
    return operation.item.Put?.Item;
  }
  const told = entry ? carrying(operation, entry) : operation;
  return whileInConflict(async () => {
    try {
      return await countRoundTrip(() => send(told));
    } catch (error) {
      if (!isAwsError(error, "ConditionalCheckFailedException")) throw isTooLarge(error) ? noRoom() : error;
      throw refusedBy([{ operation, item: failedItem(error) }]);
    }
  });
}

/** The update that also leaves an entry in the item. */
function carrying(operation: Operation, entry: StoredAuditEntry): Operation {
  const { Update } = operation.item;
  if (!Update) return operation;
  const item = {
    Update: {
      ...Update,
      UpdateExpression: Update.UpdateExpression?.replace(/^SET /, "SET #entry = :entry, "),
      ExpressionAttributeNames: { ...Update.ExpressionAttributeNames, "#entry": CARRIED_ENTRY },
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

function refusalsIn(error: unknown, operations: readonly Operation[]): Refusal[] {
  const reasons = cancellationReasons(error);
  return operations.flatMap((operation, at) => {
    const reason = reasons[at];
    if (reason?.Code !== "ConditionalCheckFailed") return [];
    return [{ operation, item: reason.Item && decodeItem(reason.Item) }];
  });
}

function refusedBy(refusals: readonly Refusal[]): Error {
  return refusals[0]?.operation.refusal ?? new Refused(refusals);
}

const noRoom = (): Failure => new Failure("limit_reached", "Item exceeds the size limit. Send less data.");

/** Why a transaction is cancelled that may pass a little later: others hold an item, or its partition is too busy. */
const PASSING = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

const isConflict = (error: unknown): boolean =>
  isAwsError(error, "TransactionConflictException") ||
  isAwsError(error, "TransactionInProgressException") ||
  cancellationReasons(error).some(({ Code }) => Code !== undefined && PASSING.has(Code));

async function whileInConflict<T>(attempt: (previous: unknown) => Promise<T>): Promise<T> {
  let previous: unknown;
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt(previous);
    } catch (error) {
      if (!isConflict(error)) throw error;
      previous = error;
      if (tried === CONFLICT_TRIES)
        throw new Failure("temporarily_unavailable", "Too many concurrent changes. Try again.", {
          headers: { "Retry-After": "1" },
        });
      const longest = CONFLICT_WAIT * 2 ** (tried - 1);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
    }
  }
}
