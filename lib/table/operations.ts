import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Failure } from "#lib/http/failures.ts";
import { tableName } from "./client.ts";
import { absent, all, type Condition, equals } from "./condition.ts";
import { type Entity, type KeyOf, keyAttributes, primaryKey, type Stored } from "./entity.ts";
import { type Changes, conditionText, Placeholding, updateText } from "./expression.ts";
import { toMaps } from "./keyed.ts";

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** One write, ready to be sent alone (`write`) or with others (`transact`). */
export interface Operation {
  entity: Entity;
  item: TransactItem;
  /** What the caller is told when the condition refuses; without one the use case looks at the refusal itself. */
  refusal: Failure | undefined;
}

export interface Guard {
  if?: Condition;
  /** The `version` read before; the write is refused when the item has changed since. */
  ifVersion?: number;
  refusal?: Failure;
}

/** Writes a new item. Refused when there is one already, unless `if` says otherwise. */
export function put<E extends Entity>(entity: E, value: Stored<E>, guard: Guard = {}): Operation {
  const to = new Placeholding();
  const whole = { ...value, ...entity.derive(value) };
  const item = { ...keyAttributes(entity, whole), ...toMaps(entity.keyed, whole), entity: entity.name };
  const condition = conditionOf(guard) ?? absent("pk");
  const ConditionExpression = conditionText(condition, to);
  return operation(entity, guard, {
    Put: { ...target(), Item: item, ConditionExpression, ...to.attributes() },
  });
}

/** Changes some attributes of an item, which is made when missing; a versioned one rises by one. */
export function update<E extends Entity>(
  entity: E,
  key: KeyOf<E>,
  { set, add, remove, ...guard }: Changes & Guard,
): Operation {
  const to = new Placeholding();
  const UpdateExpression = updateText(
    {
      set: { ...toMaps(entity.keyed, set ?? {}), entity: entity.name },
      add: { ...add, ...(entity.versioned && { version: 1 }) },
      remove: [...(remove ?? []), ...leftIndexes(entity, remove ?? [])],
    },
    to,
  );
  const conditions = guarded(guard, to);
  return operation(entity, guard, {
    Update: {
      ...target(),
      Key: primaryKey(entity, key),
      UpdateExpression,
      ...conditions,
      ...to.attributes(),
    },
  });
}

/** Writes an item anew as read before and changed since; refused when somebody else changed it in between. */
export const replace = <E extends Entity>(entity: E, before: Stored<E>, after: Stored<E>): Operation => {
  const version = Number(before["version"]);
  return put(entity, { ...after, version: version + 1 }, { ifVersion: version });
};

/** Key attributes of the sparse indexes an item leaves when it loses these attributes. */
const leftIndexes = (entity: Entity, removed: readonly string[]): string[] =>
  Object.entries(entity.indexes).flatMap(([index, { pk, sk }]) =>
    removed.some((name) => `${pk}${sk}`.includes(`{${name}`)) ? [`${index}pk`, `${index}sk`] : [],
  );

/** Deletes an item; a missing one is no failure unless `if` makes it one. */
export function remove<E extends Entity>(entity: E, key: KeyOf<E>, guard: Guard = {}): Operation {
  const to = new Placeholding();
  const conditions = guarded(guard, to);
  return operation(entity, guard, {
    Delete: { ...target(), Key: primaryKey(entity, key), ...conditions, ...to.attributes() },
  });
}

/** Requires something of an item that is not written. */
export function check<E extends Entity>(
  entity: E,
  key: KeyOf<E>,
  guard: Guard & { if: Condition },
): Operation {
  const to = new Placeholding();
  const ConditionExpression = conditionText(guard.if, to);
  return operation(entity, guard, {
    ConditionCheck: { ...target(), Key: primaryKey(entity, key), ConditionExpression, ...to.attributes() },
  });
}

const target = () => ({ TableName: tableName(), ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const });

const operation = (entity: Entity, guard: Guard, item: TransactItem): Operation => ({
  entity,
  item,
  refusal: guard.refusal,
});

function conditionOf(guard: Guard): Condition | undefined {
  const version = guard.ifVersion === undefined ? [] : [equals("version", guard.ifVersion)];
  const conditions = [...version, ...(guard.if ? [guard.if] : [])];
  return conditions.length > 0 ? all(...conditions) : undefined;
}

function guarded(guard: Guard, to: Placeholding): { ConditionExpression?: string } {
  const condition = conditionOf(guard);
  return condition ? { ConditionExpression: conditionText(condition, to) } : {};
}
