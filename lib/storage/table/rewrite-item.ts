import { isDeepStrictEqual } from "node:util";
import { tableName } from "./client.ts";
import { absent, all, equals } from "./condition.ts";
import type { Entity } from "./entity.ts";
import { conditionText, ExpressionNames, updateText } from "./expression.ts";
import { fromStored } from "./item-format.ts";
import type { Operation } from "./operations.ts";
import type { RawItem } from "./scan.ts";

/** The primary key, which no update can change, and attributes that are set separately. */
const FIXED = /^(pk|sk|version|entity)$/;

/**
 * Creates the operation that changes the content of an item, and its version. Writes only the attributes that differ; the condition
 * fails if one of them has changed since `before` was read. Undefined if nothing differs.
 */
export function rewriteItem(entity: Entity, before: RawItem, after: RawItem): Operation | undefined {
  const changed = changedNames(before, after);
  if (changed.length === 0) return undefined;
  const add: Record<string, number> = "version" in before ? { version: 1 } : {};
  const attributes = changedNames(fromStored(entity, before), fromStored(entity, after));
  const change = { action: "changed", attributes, values: fromStored(entity, before) } as const;
  return { ...updateTo(before, after, { changed, add, read: changed }), entity, change };
}

/**
 * Creates the operation that changes only the stored form of an item. As its content stays the same, its version stays and there is no
 * audit entry. The condition fails if the item has changed since `before` was read. Undefined if nothing differs.
 */
export function updateStoredForm(entity: Entity, before: RawItem, after: RawItem): Operation | undefined {
  const changed = changedNames(before, after);
  if (changed.length === 0) return undefined;
  const read = "version" in before ? [...changed, "version"] : [...changed, ...Object.keys(before)];
  return { ...updateTo(before, after, { changed, add: {}, read: [...new Set(read)] }), entity };
}

function changedNames(before: RawItem, after: RawItem): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => !FIXED.test(name) && !isDeepStrictEqual(before[name], after[name]));
}

interface Differences {
  changed: readonly string[];
  add: Record<string, number>;
  /** Attributes that must not have changed since they were read. */
  read: readonly string[];
}

function updateTo(
  before: RawItem,
  after: RawItem,
  { changed, add, read }: Differences,
): Omit<Operation, "entity"> {
  const to = new ExpressionNames();
  const UpdateExpression = updateText(
    {
      set: { ...Object.fromEntries(changed.map((name) => [name, after[name]])), entity: before["entity"] },
      remove: changed.filter((name) => after[name] === undefined),
      add,
    },
    to,
  );
  const unchanged = read.map((name) => (name in before ? equals(name, before[name]) : absent(name)));
  const ConditionExpression = conditionText(all(...unchanged), to);
  const Update = {
    TableName: tableName(),
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
    Key: { pk: before["pk"], sk: before["sk"] },
    UpdateExpression,
    ConditionExpression,
    ...to.attributes(),
  };
  return { item: { Update }, failure: undefined };
}

/** Creates the operation that deletes an item. Its condition fails if the item no longer exists. */
export function deleteItem(entity: Entity, before: RawItem): Operation {
  const to = new ExpressionNames();
  const ConditionExpression = conditionText(equals("pk", before["pk"]), to);
  const Delete = {
    TableName: tableName(),
    Key: { pk: before["pk"], sk: before["sk"] },
    ConditionExpression,
    ...to.attributes(),
  };
  return {
    entity,
    item: { Delete },
    failure: undefined,
    change: { action: "removed", attributes: [], values: fromStored(entity, before) },
  };
}
