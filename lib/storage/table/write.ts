import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { Failure } from "#lib/failures.ts";
import { isAwsError } from "#lib/platform/aws-errors.ts";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { AuditItem, type StoredAuditEntry } from "./audit-entity.ts";
import { auditEntriesFor } from "./audit-entries.ts";
import { tableClient } from "./client.ts";
import { ConditionFailed, type FailedCondition, ignoreFailedCondition } from "./condition-failed.ts";
import { type Operation, put } from "./operations.ts";
import { cancellationReasons, isTooLarge, retryConflicts } from "./retry.ts";

/** DynamoDB's limit of one transaction. */
const LARGEST_TRANSACTION = 100;
/** Maximum number of audit entries of a transaction, which changes at most two resources. */
const MAX_ENTRIES = 2;
/** Maximum number of operations of {@link transact}. */
export const MAX_OPERATIONS = LARGEST_TRANSACTION - MAX_ENTRIES;
/** The attribute with the audit entry of the latest update by {@link writeOne}. */
export const EMBEDDED_ENTRY = "auditEntry";

/**
 * Writes several operations, all or none, in one transaction with their audit entries (ADR 0027). {@link commitResult} does the same and
 * records the result of the call; {@link writeOne} writes one operation without a transaction. If the response is lost, the transaction is
 * sent again with the same token. `beforeRetry` is called before it is sent again after a conflict with a concurrent transaction; what it throws
 * ends that.
 *
 * @example
 * await transact([put(BookingItem, booking), put(BookingLocator, { id, userId })]);
 *
 * @throws {Failure} the `failure` of the first operation whose condition fails
 * @throws {ConditionFailed} if that operation has no `failure`
 * @throws {Failure} `temporarily_unavailable` if each try conflicts with a concurrent transaction
 * @throws {Failure} `limit_reached` if an item would exceed the size limit
 */
export async function transact(
  operations: readonly Operation[],
  beforeRetry: () => Promise<void> = async () => {},
): Promise<void> {
  const all = withAuditEntries(operations);
  if (all.length > LARGEST_TRANSACTION) throw new RangeError(`${all.length} operations in one transaction`);
  const failed = await attemptTransaction(all, beforeRetry);
  if (failed.length > 0) throw errorOf(failed);
}

/** Sends a transaction; returns the failed conditions if it was not written. */
async function attemptTransaction(
  all: readonly Operation[],
  beforeRetry: () => Promise<void>,
): Promise<FailedCondition[]> {
  const TransactItems = all.map(({ item }) => item);
  let token = "";
  return retryConflicts(async (previous) => {
    if (previous !== undefined) await beforeRetry();
    // A transaction in progress may be this one, after a lost response: DynamoDB recognizes it by the same token.
    if (!isAwsError(previous, "TransactionInProgressException")) token = randomUUID();
    const request = { TransactItems, ClientRequestToken: token };
    try {
      await countRoundTrip(() => tableClient().send(new TransactWriteCommand(request)));
      return [];
    } catch (error) {
      const conditions = failedConditionsIn(error, all);
      if (conditions.length > 0) return conditions;
      throw isTooLarge(error) ? itemTooLarge() : error;
    }
  });
}

/**
 * Writes one operation without a transaction, and returns the new item; undefined after a deletion. If the response is lost, the change may
 * be made twice, or fail because its condition is no longer met; {@link transact} makes it once. A new item that is already stored exactly
 * like this counts as written. The item contains the audit entry of an update, and the stream copies it to the trail.
 *
 * @example
 * const item = await writeOne(update(SequenceItem, { kind: "team" }, { add: { last: 1 } }));
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
      if (!isAwsError<ConditionalCheckFailedException>(error, "ConditionalCheckFailedException"))
        throw isTooLarge(error) ? itemTooLarge() : error;
      const item = error.Item && unmarshall(error.Item);
      const sent = operation.item.Put?.Item;
      if (item && sent && isDeepStrictEqual(item, withoutUndefined(sent))) return sent;
      throw errorOf([{ operation, item }]);
    }
  });
}

const withoutUndefined = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** Adds an entry to the audit trail, unless it is already there. */
export const recordAuditEntry = (entry: StoredAuditEntry): Promise<unknown> =>
  ignoreFailedCondition(writeOne(put(AuditItem, entry)));

/** Adds an audit entry to the item of an update. */
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
    return (await tableClient().send(new UpdateCommand({ ...item.Update, ReturnValues: "ALL_NEW" })))
      .Attributes;
  if (item.Put) {
    await tableClient().send(new PutCommand(item.Put));
    return item.Put.Item;
  }
  if (item.Delete) await tableClient().send(new DeleteCommand(item.Delete));
  return undefined;
}

function failedConditionsIn(error: unknown, operations: readonly Operation[]): FailedCondition[] {
  const reasons = cancellationReasons(error);
  return operations.flatMap((operation, at) => {
    const reason = reasons[at];
    if (reason?.Code !== "ConditionalCheckFailed") return [];
    return [{ operation, item: reason.Item && unmarshall(reason.Item) }];
  });
}

function errorOf(conditions: readonly FailedCondition[]): Error {
  return conditions[0]?.operation.failure ?? new ConditionFailed(conditions);
}

const itemTooLarge = (): Failure =>
  new Failure("limit_reached", "Item exceeds the size limit. Send less data.");

/** Adds the audit entries of a transaction: to a new item that can contain them, or as separate items (ADR 0027). */
function withAuditEntries(operations: readonly Operation[]): Operation[] {
  const entries = auditEntriesFor(operations);
  const target = operations.find(({ entity, item }) => entity.embedsAuditEntries && item.Put);
  if (!target?.item.Put || entries.length === 0)
    return [...operations, ...entries.map((entry) => put(AuditItem, entry))];
  const { Put } = target.item;
  // The other values are derived from the item that contains the entries.
  const auditEntries = entries.map(({ id: _, at: __, requestId: ___, ttl: ____, ...embedded }) => embedded);
  const withEntries = { ...target, item: { Put: { ...Put, Item: { ...Put.Item, auditEntries } } } };
  return operations.map((operation) => (operation === target ? withEntries : operation));
}

/** Records the result of a call with an Idempotency-Key. */
export interface ResultRecorder {
  /** Creates the operation that stores the result; its condition fails if the key already has one. */
  createRecord: (result: unknown) => Promise<Operation>;
  /** Throws if the key already has a result. */
  rejectReplay: () => Promise<void>;
}

const recorders = new AsyncLocalStorage<(ResultRecorder & { isRecorded: boolean }) | undefined>();

/** Maximum number of operations of {@link commitResult}, which adds one for the result. */
export const MAX_COMMITTED_OPERATIONS = MAX_OPERATIONS - 1;

/**
 * Writes the operations of a use case with {@link transact}, and returns its result. If the call has an Idempotency-Key, the same
 * transaction records the result, so that a replay gets it and changes nothing (`lib/entry/http/idempotency.ts`).
 *
 * @example
 * return commitResult({ team }, [put(TeamItem, team)]);
 */
export async function commitResult<T>(result: T, operations: readonly Operation[]): Promise<T> {
  const recorder = recorders.getStore();
  // The record is the first operation, so that a replay fails on it and not on a change by the first call.
  const records = recorder && !recorder.isRecorded ? [await recorder.createRecord(result)] : [];
  await transact([...records, ...operations]);
  if (recorder) recorder.isRecorded = true;
  return result;
}

/** Runs a call that needs several transactions. As none of them records the result, a read before the first one rejects replays. */
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
