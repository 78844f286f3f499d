import { isDeepStrictEqual } from "node:util";
import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { Failure } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import { tableName } from "./client.ts";
import { absent, all, any, atMost, type Condition, equals } from "./condition.ts";
import { type Entity, type KeyOf, keyAttributes, primaryKey, type Stored } from "./entity.ts";
import { type Changes, conditionText, ExpressionNames, partsOf, pathRoot, updateText } from "./expression.ts";
import { TTL_ATTRIBUTE } from "./indexes.ts";
import {
  comparedAttributes,
  JSON_ATTRIBUTE,
  requireAttributes,
  toStored,
  toStoredItem,
} from "./item-format.ts";
import { keepUndeclared } from "./undeclared.ts";
import { UniqueItem, type UniqueValue } from "./unique.ts";

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** One write, to be sent separately (`writeOne`) or with others (`transact`). */
export interface Operation {
  entity: Entity;
  item: TransactItem;
  /** The failure that is thrown if the condition fails; without it, `ConditionFailed` is thrown. */
  failure: Failure | undefined;
  /** The condition; undefined if the write has none, or only that of a new item. */
  condition?: Condition | undefined;
  /** The change for the audit trail; undefined for a check. */
  change?: WrittenChange;
}

/** How a write changes an item: the names of the changed attributes, and the known values, which the id in the audit trail is rendered from. */
interface WrittenChange {
  action: "created" | "changed" | "removed";
  attributes: readonly string[];
  values: Record<string, unknown>;
}

/** Conditions of a write, and how it fails. */
export interface Guard {
  if?: Condition;
  /** The `version` that was read. The write fails if the item has changed since. */
  ifVersion?: number;
  failure?: Failure;
  /** The item as it was read, for a `put` that replaces it. The new item keeps what a later release stored in it. */
  replaces?: Record<string, unknown>;
}

/**
 * Creates the operation that writes a new item. Its condition fails if the item exists and has not expired, unless `if` is another one.
 *
 * @throws {z.ZodError} if the value is not valid
 */
export function put<E extends Entity>(entity: E, value: Stored<E>, guard: Guard = {}): Operation {
  const to = new ExpressionNames();
  const item = itemOf(entity, value, guard.replaces);
  const condition = conditionOf(guard) ?? isNew(entity);
  requireAttributes(entity, comparedAttributes(condition));
  const ConditionExpression = conditionText(condition, to);
  const Put = { ...target(), Item: item, ConditionExpression, ...to.attributes() };
  const change = { action: "created", attributes: [], values: value } as const;
  return { ...operation(entity, guard, { Put }), change };
}

/**
 * Returns the item that stores a value. It keeps what a later release stored in the value that it replaces.
 *
 * @throws {z.ZodError} if the value is not valid
 */
export function itemOf<E extends Entity>(
  entity: E,
  value: Stored<E>,
  replaced?: Guard["replaces"],
): Record<string, unknown> {
  const valid = validValue(entity, value);
  const whole = { ...valid, ...entity.derive(valid) };
  const kept = replaced && keepUndeclared(replaced, valid);
  const stored = toStoredItem(entity, { ...whole, ...kept?.declared }, kept?.undeclared);
  return { ...keyAttributes(entity, whole), ...stored, entity: entity.name };
}

/** An expired item may still exist: DynamoDB deletes it some days later. */
const isNew = ({ schema }: Entity): Condition =>
  TTL_ATTRIBUTE in schema.shape
    ? any(absent("pk"), atMost(TTL_ATTRIBUTE, Math.floor(now() / 1000)))
    : absent("pk");

/**
 * Creates the operation that changes some attributes of an item, and its version. It creates a missing item, unless `if` requires it.
 *
 * @throws {z.ZodError} if a value is not valid
 */
export function update<E extends Entity>(
  entity: E,
  key: KeyOf<E>,
  { set, add, remove, ...guard }: Changes & Guard,
): Operation {
  const to = new ExpressionNames();
  requireAttributes(entity, [...Object.keys(set ?? {}), ...Object.keys(add ?? {}), ...(remove ?? [])]);
  const { [JSON_ATTRIBUTE]: _, ...stored } = toStored(entity, validChanges(entity, set ?? {}));
  const UpdateExpression = updateText(
    {
      set: { ...stored, entity: entity.name },
      add: { ...add, ...(entity.versioned && { version: 1 }) },
      remove: [...(remove ?? []), ...removedIndexKeys(entity, remove ?? [])],
    },
    to,
  );
  const conditions = guarded(entity, guard, to);
  const Key = primaryKey(entity, key);
  const Update = { ...target(), Key, UpdateExpression, ...conditions, ...to.attributes() };
  const setNames = Object.entries(set ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const attributes = [...setNames, ...Object.keys(add ?? {}), ...(remove ?? [])].map(pathRoot);
  const change = { action: "changed", attributes, values: { ...key, ...set } } as const;
  return { ...operation(entity, guard, { Update }), change };
}

/** Creates the operation that writes a whole item again. Its condition fails if the item has changed since `before` was read. */
export const replace = <E extends Entity>(entity: E, before: Stored<E>, after: Stored<E>): Operation => {
  const version = Number(before["version"]);
  const written = put(entity, { ...after, version: version + 1 }, { ifVersion: version, replaces: before });
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const attributes = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return { ...written, change: { action: "changed", attributes, values: after } };
};

/** Key attributes of the sparse indexes from which an item without these attributes is removed. */
const removedIndexKeys = (entity: Entity, removed: readonly string[]): string[] =>
  Object.entries(entity.indexes).flatMap(([index, { pk, sk }]) =>
    removed.some((name) => `${pk}${sk}`.includes(`{${name}`)) ? [`${index}pk`, `${index}sk`] : [],
  );

/** Creates the operation that deletes an item. Deleting a missing item succeeds, unless `if` requires it. */
export function remove<E extends Entity>(entity: E, key: KeyOf<E>, guard: Guard = {}): Operation {
  const to = new ExpressionNames();
  const conditions = guarded(entity, guard, to);
  const Delete = { ...target(), Key: primaryKey(entity, key), ...conditions, ...to.attributes() };
  const change = { action: "removed", attributes: [], values: { ...key } } as const;
  return { ...operation(entity, guard, { Delete }), change };
}

/** Creates the operation that requires a condition of an item without writing it. */
export function check<E extends Entity>(
  entity: E,
  key: KeyOf<E>,
  guard: Guard & { if: Condition },
): Operation {
  const to = new ExpressionNames();
  requireAttributes(entity, comparedAttributes(guard.if));
  const ConditionExpression = conditionText(guard.if, to);
  return operation(entity, guard, {
    ConditionCheck: { ...target(), Key: primaryKey(entity, key), ConditionExpression, ...to.attributes() },
  });
}

const target = () => ({ TableName: tableName(), ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const });

const operation = (entity: Entity, guard: Guard, item: TransactItem): Operation => ({
  entity,
  item,
  failure: guard.failure,
  condition: conditionOf(guard),
});

function conditionOf(guard: Guard): Condition | undefined {
  const version = guard.ifVersion === undefined ? [] : [equals("version", guard.ifVersion)];
  const conditions = [...version, ...(guard.if ? [guard.if] : [])];
  return conditions.length > 0 ? all(...conditions) : undefined;
}

function guarded(entity: Entity, guard: Guard, to: ExpressionNames): { ConditionExpression?: string } {
  const condition = conditionOf(guard);
  if (condition) requireAttributes(entity, comparedAttributes(condition));
  return condition ? { ConditionExpression: conditionText(condition, to) } : {};
}

/** Creates the operation that claims a unique value. Its condition fails, with `failure` if set, if the value is already in use. */
export const claimUnique = (unique: UniqueValue, failure?: Failure): Operation =>
  put(UniqueItem, unique, failure && { failure });

/** Creates the operation that releases a unique value. */
export const releaseUnique = ({ kind, value }: Omit<UniqueValue, "owner">): Operation =>
  remove(UniqueItem, { kind, value });

type Values = Record<string, unknown>;

/** Validates an item. Items of entities without a JSON attribute are validated when they are read. */
const validValue = <E extends Entity>(entity: E, value: Stored<E>): Stored<E> =>
  entity.attributes ? (entity.schema.parse(value) as Stored<E>) : value;

/** Validates the values of an update, including single elements of keyed lists. */
function validChanges(entity: Entity, changes: Values): Values {
  if (!entity.attributes) return changes;
  const valid = Object.entries(changes).map(([name, value]) => {
    const schema = value === undefined ? undefined : schemaAt(entity, name);
    return [name, schema ? z.parse(schema, value) : value];
  });
  return Object.fromEntries(valid);
}

/** The schema of a value or of an element; undefined for a derived attribute. */
function schemaAt({ schema, keyed }: Entity, name: string): z.core.$ZodType | undefined {
  const [root = "", ...inside] = partsOf(name);
  const declared = schema.shape[root];
  if (inside.length === 0) return declared;
  return root in keyed && declared instanceof z.ZodArray ? declared.element : undefined;
}
