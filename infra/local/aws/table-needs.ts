import { isObject, type JsonObject } from "./json.ts";
import type { Need } from "./role-check.ts";
import type { ConditionContext } from "./statements.ts";
import { ACCOUNT, REGION } from "./types.ts";

const PARTS: Record<string, string> = {
  Put: "dynamodb:PutItem",
  Update: "dynamodb:UpdateItem",
  Delete: "dynamodb:DeleteItem",
  ConditionCheck: "dynamodb:ConditionCheckItem",
  Get: "dynamodb:GetItem",
};

/** Table → the names of its partition and sort key. */
export type KeyNames = ReadonlyMap<string, readonly string[]>;

/** What a role must allow for one DynamoDB or DynamoDB Streams request. A transaction needs the action of each part. */
export function tableNeeds(operation: string, request: JsonObject, names: KeyNames): Need[] {
  const action = `dynamodb:${operation}`;
  switch (operation) {
    case "TransactWriteItems":
    case "TransactGetItems":
      return transactionNeeds(request, names);
    case "BatchGetItem":
    case "BatchWriteItem":
      return Object.entries(isObject(request["RequestItems"]) ? request["RequestItems"] : {}).map(
        ([table, work]) => ({
          action,
          resource: tableArn(table),
          context: () => batchKeys(work, partitionKey(table, names)),
        }),
      );
    default:
      return [{ action, resource: resourceOf(request), context: () => leadingKeys(request, names) }];
  }
}

function transactionNeeds(request: JsonObject, names: KeyNames): Need[] {
  const items = Array.isArray(request["TransactItems"]) ? request["TransactItems"] : [];
  return items.flatMap((item: unknown) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([part, work]) => {
      const action = PARTS[part];
      if (action === undefined || !isObject(work)) return [];
      return [{ action, resource: resourceOf(work), context: () => leadingKeys(work, names) }];
    }),
  );
}

function resourceOf(request: JsonObject): string {
  const { TableName: table, IndexName: index, StreamArn: stream } = request;
  if (typeof stream === "string") return stream;
  if (typeof table !== "string") return "*";
  return typeof index === "string" ? `${tableArn(table)}/index/${index}` : tableArn(table);
}

const tableArn = (table: string): string =>
  table.startsWith("arn:") ? table : `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${table}`;

const partitionKey = (table: unknown, names: KeyNames): string =>
  (typeof table === "string" && names.get(table)?.[0]) || "pk";

function leadingKeys(request: JsonObject, names: KeyNames): ConditionContext {
  const pk = partitionKey(request["TableName"], names);
  const holder = request["Key"] ?? request["Item"];
  const value = isObject(holder) ? holder[pk] : queriedKey(request, pk);
  return contextOf(isObject(value) ? [value] : []);
}

function batchKeys(work: unknown, pk: string): ConditionContext {
  const keys = isObject(work) && Array.isArray(work["Keys"]) ? work["Keys"] : [];
  const writes = (Array.isArray(work) ? work : []).flatMap((write: unknown) =>
    isObject(write)
      ? Object.values(write).map((part) => isObject(part) && (part["Item"] ?? part["Key"]))
      : [],
  );
  return contextOf([...keys, ...writes].map((key: unknown) => (isObject(key) ? key[pk] : undefined)));
}

function queriedKey(request: JsonObject, pk: string): unknown {
  const { KeyConditionExpression: expression, ExpressionAttributeNames: names } = request;
  const values = request["ExpressionAttributeValues"];
  if (typeof expression !== "string" || !isObject(values)) return undefined;
  for (const [, name = "", value = ""] of expression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g))
    if ((isObject(names) ? (names[name] ?? name) : name) === pk) return values[value];
  return undefined;
}

const contextOf = (values: unknown[]): ConditionContext =>
  new Map([
    [
      "dynamodb:LeadingKeys",
      values.flatMap((value) =>
        isObject(value) ? Object.values(value).filter((text) => typeof text === "string") : [],
      ),
    ],
  ]);
