import { isObject, type JsonObject } from "./json.ts";
import type { RequiredPermission } from "./role-check.ts";
import type { ConditionContext } from "./statements.ts";
import { ACCOUNT, REGION } from "./types.ts";

const TRANSACTION_ACTIONS: Record<string, string> = {
  Put: "dynamodb:PutItem",
  Update: "dynamodb:UpdateItem",
  Delete: "dynamodb:DeleteItem",
  ConditionCheck: "dynamodb:ConditionCheckItem",
  Get: "dynamodb:GetItem",
};

/** Table → the attribute names of its partition and sort key. */
export type KeyNames = ReadonlyMap<string, readonly string[]>;

/** Lists the permissions that a DynamoDB or DynamoDB Streams request requires. A transaction requires those of each part. */
export function listTablePermissions(
  operation: string,
  request: JsonObject,
  names: KeyNames,
): RequiredPermission[] {
  const action = `dynamodb:${operation}`;
  switch (operation) {
    case "TransactWriteItems":
    case "TransactGetItems":
      return listTransactionPermissions(request, names);
    case "BatchGetItem":
    case "BatchWriteItem":
      return Object.entries(isObject(request["RequestItems"]) ? request["RequestItems"] : {}).map(
        ([table, batch]) => ({
          action,
          resource: tableArn(table),
          context: () => batchContext(batch, partitionKey(table, names)),
        }),
      );
    default:
      return [{ action, resource: getResource(request), context: () => requestContext(request, names) }];
  }
}

function listTransactionPermissions(request: JsonObject, names: KeyNames): RequiredPermission[] {
  const items = Array.isArray(request["TransactItems"]) ? request["TransactItems"] : [];
  return items.flatMap((item: unknown) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([kind, part]) => {
      const action = TRANSACTION_ACTIONS[kind];
      if (action === undefined || !isObject(part)) return [];
      return [{ action, resource: getResource(part), context: () => requestContext(part, names) }];
    }),
  );
}

function getResource(request: JsonObject): string {
  const { TableName: table, IndexName: index, StreamArn: stream } = request;
  if (typeof stream === "string") return stream;
  if (typeof table !== "string") return "*";
  return typeof index === "string" ? `${tableArn(table)}/index/${index}` : tableArn(table);
}

const tableArn = (table: string): string =>
  table.startsWith("arn:") ? table : `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${table}`;

const partitionKey = (table: unknown, names: KeyNames): string =>
  (typeof table === "string" && names.get(table)?.[0]) || "pk";

function requestContext(request: JsonObject, names: KeyNames): ConditionContext {
  const pk = partitionKey(request["TableName"], names);
  const attributes = request["Key"] ?? request["Item"];
  const value = isObject(attributes) ? attributes[pk] : queriedKey(request, pk);
  return createContext(isObject(value) ? [value] : []);
}

function batchContext(batch: unknown, pk: string): ConditionContext {
  const keys = isObject(batch) && Array.isArray(batch["Keys"]) ? batch["Keys"] : [];
  const writes = (Array.isArray(batch) ? batch : []).flatMap((write: unknown) =>
    isObject(write)
      ? Object.values(write).map((part) => isObject(part) && (part["Item"] ?? part["Key"]))
      : [],
  );
  return createContext([...keys, ...writes].map((key: unknown) => (isObject(key) ? key[pk] : undefined)));
}

function queriedKey(request: JsonObject, pk: string): unknown {
  const { KeyConditionExpression: expression, ExpressionAttributeNames: names } = request;
  const values = request["ExpressionAttributeValues"];
  if (typeof expression !== "string" || !isObject(values)) return undefined;
  for (const [, name = "", value = ""] of expression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g))
    if ((isObject(names) ? (names[name] ?? name) : name) === pk) return values[value];
  return undefined;
}

const createContext = (values: unknown[]): ConditionContext =>
  new Map([
    [
      "dynamodb:LeadingKeys",
      values.flatMap((value) =>
        isObject(value) ? Object.values(value).filter((text) => typeof text === "string") : [],
      ),
    ],
  ]);
