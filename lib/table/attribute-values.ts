import type { AttributeValue } from "@aws-sdk/client-dynamodb";

type Item = Record<string, unknown>;
type EncodedItem = Record<string, AttributeValue>;

/** Converts an item to DynamoDB's format, in which each value has a type. Omits values that are undefined. */
export const encodeItem = (item: Item): EncodedItem =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, encodeValue(value)]],
    ),
  );

function encodeValue(value: unknown): AttributeValue {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number" && Number.isFinite(value)) return { N: String(value) };
  if (typeof value === "boolean") return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.filter((element) => element !== undefined).map(encodeValue) };
  if (typeof value === "object") return { M: encodeItem(value as Item) };
  throw new TypeError(`a value can't be stored: ${String(value)}`);
}

/**
 * Converts an item from DynamoDB's format to plain values. It starts from a copy, which has all names, including one like `__proto__`
 * that an assignment would not create, and is faster than adding the names one by one.
 */
export function decodeItem(item: EncodedItem): Item {
  const values: Item = { ...item };
  for (const name in item) {
    const value = item[name];
    if (value !== undefined) values[name] = decodeValue(value);
  }
  return values;
}

/** Converts one attribute. The table has no binary values and no sets. */
function decodeValue(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.M !== undefined) return decodeItem(value.M);
  if (value.L !== undefined) return value.L.map(decodeValue);
  throw new TypeError(`an attribute has a type that is not read: ${Object.keys(value)}`);
}

/** Members of requests that are items, or lists of items. */
const ITEMS = new Set(["ExclusiveStartKey", "ExpressionAttributeValues", "Item", "Key", "Keys"]);

/** Encodes the items of a request, at any depth. */
export const encodeMembers = (request: object): object =>
  Object.fromEntries(Object.entries(request).map(([name, member]) => [name, encodeMember(name, member)]));

function encodeMember(name: string, member: unknown): unknown {
  if (Array.isArray(member)) return member.map((element) => encodeMember(name, element));
  if (typeof member !== "object" || member === null) return member;
  return ITEMS.has(name) ? encodeItem(member as Item) : encodeMembers(member);
}
