import { createHash } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";

/** Items a page: the local engine takes three times as long over pages that are as large as may be. */
const PAGE = 1_000;

/** What is in a table: a checksum of all items in the order of their keys, less some attributes, and how many there are of each entity. */
export async function tableDigest(
  endpoint: string,
  without: readonly string[],
): Promise<{ digest: string; counts: Record<string, number> }> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  const lines: string[] = [];
  const counts: Record<string, number> = {};
  for await (const { Items = [] } of paginateScan({ client, pageSize: PAGE }, { TableName: "test-table" }))
    for (const item of Items) {
      // Each change is told there with an id by chance, and its time.
      if (item["entity"] === "audit-entry") continue;
      counts[String(item["entity"])] = (counts[String(item["entity"])] ?? 0) + 1;
      const kept = Object.entries(item).filter(([name]) => !without.includes(name));
      const hash = createHash("sha256").update(JSON.stringify(inOrder(Object.fromEntries(kept))));
      lines.push(`${item["pk"]} ${item["sk"]} ${hash.digest("hex")}`);
    }
  client.destroy();
  return { digest: createHash("sha256").update(lines.toSorted().join("\n")).digest("hex"), counts };
}

/** Objects with their members by name: an engine keeps no order of them. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, inOrder(member)] as const);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
