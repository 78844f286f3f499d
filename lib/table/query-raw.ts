import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { documentClient } from "./client.ts";
import type { Entity } from "./entity.ts";
import { queryOf, type Range, type Values } from "./query.ts";
import { type RawItem, takeRawItems } from "./raw-items.ts";
import { readBody } from "./response-body.ts";

/**
 * Reads the items of one partition without the SDK's decoding, which is most of the work of a call with thousands of attributes (ADR
 * 0038). All attributes must be numbers and plain strings. Strongly consistent; one round trip per MB.
 */
export async function queryRaw<E extends Entity>(
  entity: E,
  values: Values<E>,
  range: Range,
): Promise<RawItem[]> {
  const items: RawItem[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const command = new QueryCommand({ ...queryOf(entity, values, range), ExclusiveStartKey: start });
    let page: readonly RawItem[] = [];
    readBody(command, {
      take(text) {
        const { items: taken, rest } = takeRawItems(text);
        page = taken;
        return rest;
      },
    });
    const answer = await countRoundTrip(() => documentClient().send(command));
    items.push(...page);
    start = answer.LastEvaluatedKey;
  } while (start);
  return items;
}
