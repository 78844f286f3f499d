import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { documentClient } from "./client.ts";
import type { Entity } from "./entity.ts";
import { queryOf, type Range, type Values } from "./read.ts";

/** An item as DynamoDB sends it: the text of each number or string by the name of its attribute. */
export type RawItem = Readonly<Record<string, { N?: string; S?: string } | undefined>>;

/** The parts of the SDK's HTTP response that are read here. */
interface HttpResponse {
  statusCode: number;
  body: AsyncIterable<Uint8Array> | Uint8Array;
}

/**
 * Reads the items of one partition without decoding them: decoding thousands of attributes is most of the work of a call (ADR 0038).
 * Strongly consistent; one round trip per MB.
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
    let page: RawItem[] = [];
    // The SDK then decodes a response without items.
    command.middlewareStack.add(
      (next) => async (request) => {
        const result = await next(request);
        const response = result.response as HttpResponse;
        if (response.statusCode !== 200) return result;
        const { Items, ...others } = JSON.parse(await textOf(response.body));
        page = Items;
        response.body = Buffer.from(JSON.stringify(others));
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
