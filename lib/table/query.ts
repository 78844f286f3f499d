import { tableName } from "./client.ts";
import type { Entity, KeyOf, Stored } from "./entity.ts";
import { ExpressionNames } from "./expression.ts";
import type { IndexName } from "./indexes.ts";
import { type KeyValue, renderKey } from "./key.ts";

/** DynamoDB takes the limit as a 32-bit number; a caller may ask for more than there can be. */
const LARGEST_LIMIT = 2 ** 31 - 1;

/** Which items of a partition, in which order. */
export interface Range {
  /** An index instead of the table; read eventually consistent. */
  index?: IndexName;
  /** Items per round trip; without it as many as fit in 1 MB. */
  limit?: number;
  reverse?: boolean;
  /** The values fill the partition key only: all of the partition is read. */
  wholePartition?: boolean;
  /** Starts behind this sort key. */
  after?: string;
  /** Ends with this sort key. */
  until?: string;
  /** With what has expired and only waits to be deleted, which counts have in them, too. */
  withExpired?: boolean;
  /** Carries only the attributes of the schema, for schemas that are a part of what is stored. */
  attributesOfSchema?: boolean;
}

/** Values that fill the keys of an entity or, where it is read through an index, the keys of that index. */
export type Values<E extends Entity> = Partial<KeyOf<E>> | Partial<Record<keyof Stored<E>, KeyValue>>;

/** The query for a range of one partition. */
export function queryOf<E extends Entity>(entity: E, values: Values<E>, range: Range) {
  const template = (range.index && entity.indexes[range.index]) ?? entity.key;
  const pk = renderKey(template.pk, values);
  if (!pk.complete) throw new TypeError(`a value of the partition key of ${entity.name} is missing`);
  const to = new ExpressionNames();
  const projection = range.attributesOfSchema && projected(Object.keys(entity.schema.shape), to);
  const partition = `${to.name(`${range.index ?? ""}pk`)} = ${to.value(pk.text)}`;
  return {
    TableName: tableName(),
    KeyConditionExpression: `${partition} AND ${sortText(renderKey(template.sk, range.wholePartition ? {} : values).text, range, to)}`,
    ...to.attributes(),
    ...(range.index ? { IndexName: range.index } : { ConsistentRead: true }),
    ...(range.limit && { Limit: Math.min(range.limit, LARGEST_LIMIT) }),
    ...projection,
    ScanIndexForward: !range.reverse,
  };
}

function sortText(prefix: string, { index, after, until }: Range, to: ExpressionNames): string {
  const sk = to.name(`${index ?? ""}sk`);
  if (prefix !== "" && after === undefined && until === undefined)
    return `begins_with(${sk}, ${to.value(prefix)})`;
  // A key is never empty text, nor may a condition compare it with that.
  const from = after === undefined ? prefix || " " : `${after}\u0000`;
  return `${sk} BETWEEN ${to.value(from)} AND ${to.value(until ?? `${prefix}\uffff`)}`;
}

/** The part of a request that selects the attributes with these names. */
export const projected = (names: readonly string[], to: ExpressionNames) => ({
  ProjectionExpression: [...new Set(names)].map((name) => to.name(name)).join(", "),
});
