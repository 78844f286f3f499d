import { randomUUID } from "node:crypto";
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandOutput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { Failure } from "#lib/http/failures.ts";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { documentClient } from "./client.ts";
import { isTooLarge } from "./is-too-large.ts";
import type { Operation } from "./operations.ts";
import { type Refusal, Refused } from "./refused.ts";

/** DynamoDB's limit of one transaction. */
export const MOST_OPERATIONS = 100;
/** Tries when another transaction holds an item, and the longest wait before the first repetition, in ms; doubled each time. */
const CONFLICT_TRIES = 9;
const CONFLICT_WAIT = 10;

/**
 * Writes all operations or none, in one transaction. A lost answer is asked for again with the same token.
 *
 * When several conditions do not hold, the first operation in the order given speaks.
 *
 * @throws {Failure} the `refusal` of that operation
 * @throws {Refused} when it carries none
 * @throws {Failure} `temporarily_unavailable` when other transactions keep holding an item
 * @throws {Failure} `limit_reached` when an item would be larger than the table keeps
 */
export async function transact(operations: readonly Operation[]): Promise<void> {
  if (operations.length > MOST_OPERATIONS)
    throw new RangeError(`${operations.length} operations in one transaction`);
  const TransactItems = operations.map(({ item }) => item);
  let token = "";
  await whileInConflict(async (previous) => {
    // One still in progress may be this very one, whose answer was lost: only its own token finds out.
    if (!(previous instanceof TransactionInProgressException)) token = randomUUID();
    const command = new TransactWriteCommand({ TransactItems, ClientRequestToken: token });
    try {
      return await countRoundTrip<TransactWriteCommandOutput>(() => documentClient().send(command));
    } catch (error) {
      const refusals = refusalsIn(error, operations);
      if (refusals.length > 0) throw refusedBy(refusals);
      throw isTooLarge(error) ? noRoom() : error;
    }
  });
}

/**
 * Writes one operation alone and returns the item as it is then (undefined after a deletion).
 * For changes that may safely happen twice when an answer is lost; others go through {@link transact}.
 */
export async function write(operation: Operation): Promise<Record<string, unknown> | undefined> {
  return whileInConflict(async () => {
    try {
      return await countRoundTrip(() => send(operation));
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const item = error.Item && unmarshall(error.Item);
      throw refusedBy([{ operation, item }]);
    }
  });
}

async function send({ item }: Operation): Promise<Record<string, unknown> | undefined> {
  if (item.Update)
    return (await documentClient().send(new UpdateCommand({ ...item.Update, ReturnValues: "ALL_NEW" })))
      .Attributes;
  if (item.Put) {
    await documentClient().send(new PutCommand(item.Put));
    return item.Put.Item;
  }
  if (item.Delete) await documentClient().send(new DeleteCommand(item.Delete));
  return undefined;
}

function refusalsIn(error: unknown, operations: readonly Operation[]): Refusal[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return operations.flatMap((operation, at) => {
    const reason = error.CancellationReasons?.[at];
    if (reason?.Code !== "ConditionalCheckFailed") return [];
    return [{ operation, item: reason.Item && unmarshall(reason.Item) }];
  });
}

function refusedBy(refusals: readonly Refusal[]): Error {
  return refusals[0]?.operation.refusal ?? new Refused(refusals);
}

const noRoom = (): Failure => new Failure("limit_reached", "It would be larger than can be kept.");

const isConflict = (error: unknown): boolean =>
  error instanceof TransactionConflictException ||
  error instanceof TransactionInProgressException ||
  (error instanceof TransactionCanceledException &&
    (error.CancellationReasons ?? []).some(({ Code }) => Code === "TransactionConflict"));

async function whileInConflict<T>(attempt: (previous: unknown) => Promise<T>): Promise<T> {
  let previous: unknown;
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt(previous);
    } catch (error) {
      if (!isConflict(error)) throw error;
      previous = error;
      if (tried === CONFLICT_TRIES)
        throw new Failure("temporarily_unavailable", "Too many changes at once; try again.", {
          headers: { "Retry-After": "1" },
        });
      const longest = CONFLICT_WAIT * 2 ** (tried - 1);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
    }
  }
}
