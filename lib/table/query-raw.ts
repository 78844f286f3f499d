import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { documentClient } from "./client.ts";
import type { Entity } from "./entity.ts";
import { type RawItem, takeRawItems } from "./raw-items.ts";
import { queryOf, type Range, type Values } from "./read.ts";

/** The parts of the SDK's HTTP response that are read here. */
interface HttpResponse {
  statusCode: number;
  body: AsyncIterable<Uint8Array> | Uint8Array;
}

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
    // The SDK then decodes a response without items.
    command.middlewareStack.add(
      (next) => async (request) => {
        const result = await next(request);
        const response = result.response as HttpResponse;
        if (response.statusCode !== 200) return result;
        const { items, rest } = takeRawItems(await textOf(response.body));
        page = items;
        response.body = Buffer.from(rest);
        return result;
      },
      { step: "deserialize", priority: "low", name: "takeRawItems", override: true },
    );
    const answer = await countRoundTrip(() => documentClient().send(command));
    items.push(...page);
    start = answer.LastEvaluatedKey;
  } while (start);
  return items;
}

async function textOf(body: HttpResponse["body"]): Promise<string> {
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
