import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { Failure } from "#lib/failures.ts";
import { isAwsError } from "#lib/platform/aws-error.ts";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { decodeItem } from "./attribute-values.ts";
import { AuditItem, type StoredAuditEntry } from "./audit-entity.ts";
import { auditEntriesFor } from "./audit-entries.ts";
import { tableClient } from "./client.ts";
import { ConditionFailed, type FailedCondition } from "./condition-failed.ts";
import { isTooLarge } from "./is-too-large.ts";
import { type Operation, put } from "./operations.ts";
import { retryConflicts } from "./retry.ts";
import { cancellationReasons, failedItem } from "./table-errors.ts";

/** DynamoDB's limit of one transaction. */
const LARGEST_TRANSACTION = 100;
/** Audit entries of one transaction: it changes at most two resources. */
const MOST_ENTRIES = 2;
/** Operations of one {@link transact}. */
export const MOST_OPERATIONS = LARGEST_TRANSACTION - MOST_ENTRIES;
/** The attribute with the audit entry of the latest update that was written alone. */
export const EMBEDDED_ENTRY = "auditEntry";
/** How often operations of one transaction are replaced by their fallbacks. */
const FALLBACK_TRIES = 3;

/**
 * Writes all operations or none, in one transaction with their audit entries (ADR 0027). If the answer is lost, it is sent again with the
 * same token. If all operations whose conditions fail have a fallback, the transaction is sent again with the fallbacks.
 *
 * @example
 * await transact([put(BookingItem, booking), put(BookingLocator, { id, userId })]);
 *
 * @throws {Failure} the `failure` of the first operation whose condition fails
 * @throws {ConditionFailed} if that operation has no `failure`
 * @throws {Failure} `temporarily_unavailable` if other transactions have an item at each try
 * @throws {Failure} `limit_reached` if an item would exceed the size limit
 */
export async function transact(operations: readonly Operation[]): Promise<void> {
  let all = withAuditEntries(operations);
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

/** Sends a transaction; returns the failed conditions if it was not written. */
async function attemptTransaction(all: readonly Operation[]): Promise<FailedCondition[]> {
  const TransactItems = all.map(({ item }) => item);
  let token = "";
  return retryConflicts(async (previous) => {
    // A transaction in progress may be this one, after a lost answer: only the same token shows that.
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
 * Writes one operation alone and returns the new item; undefined after a deletion. Only for changes that may happen twice if an answer is
 * lost; {@link transact} is for all others. The item contains the audit entry of an update, and the table's stream moves it to the trail.
 */
export async function writeOne(operation: Operation): Promise<Record<string, unknown> | undefined> {
  const [entry] = auditEntriesFor([operation]);
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

/** The update that also stores an entry in the item. */
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

/** The operations of a transaction with their audit entries, in a new item that can contain them or as items of their own (ADR 0027). */
export function withAuditEntries(operations: readonly Operation[]): Operation[] {
  const entries = auditEntriesFor(operations);
  const carrier = operations.find(({ entity, item }) => entity.embedsAuditEntries && item.Put);
  if (!carrier?.item.Put || entries.length === 0)
    return [...operations, ...entries.map((entry) => put(AuditItem, entry))];
  const { Put } = carrier.item;
  // The other values follow from the item that contains the entries.
  const auditEntries = entries.map(({ id: _, at: __, requestId: ___, ttl: ____, ...embedded }) => embedded);
  const withEntry = { ...carrier, item: { Put: { ...Put, Item: { ...Put.Item, auditEntries } } } };
  return operations.map((operation) => (operation === carrier ? withEntry : operation));
}

/** Records the result of a call with an Idempotency-Key. */
export interface ResultRecorder {
  /** Creates the operation that stores the result; its condition fails if the key already has one. */
  createRecord: (result: unknown) => Promise<Operation>;
  /** Throws if the key already has a result. */
  rejectReplay: () => Promise<void>;
}

const recorders = new AsyncLocalStorage<(ResultRecorder & { isRecorded: boolean }) | undefined>();

/** Operations of one {@link commitResult}: one more stores the result. */
export const MOST_COMMITTED_OPERATIONS = MOST_OPERATIONS - 1;

/**
 * Writes all operations of a use case or none, and returns its result. If the call has an Idempotency-Key, the same transaction stores the
 * result (`lib/http/idempotency.ts`).
 */
export async function commitResult<T>(result: T, operations: readonly Operation[]): Promise<T> {
  const recorder = recorders.getStore();
  // First, so that a replay fails on the idempotency record and not on a change of the first call.
  const records = recorder && !recorder.isRecorded ? [await recorder.createRecord(result)] : [];
  await transact([...records, ...operations]);
  if (recorder) recorder.isRecorded = true;
  return result;
}

/** Runs a call that needs several transactions. None of them records the result, so replays are rejected by a read before the first one. */
export async function runInParts<T>(run: () => Promise<T>): Promise<T> {
  await recorders.getStore()?.rejectReplay();
  return recorders.run(undefined, run);
}

/** Whether the result of the current call is recorded, so that the use case must write with {@link commitResult}. */
export const recordsResult = (): boolean => recorders.getStore() !== undefined;

/** Runs a call and records its result: in its {@link commitResult}, or afterwards if there was none. */
export const recordResult = <T>(recorder: ResultRecorder, run: () => Promise<T>): Promise<T> =>
  recorders.run({ ...recorder, isRecorded: false }, async () => {
    const result = await run();
    return recorders.getStore()?.isRecorded ? result : commitResult(result, []);
  });
