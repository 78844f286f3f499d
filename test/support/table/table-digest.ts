import { createHash } from "node:crypto";
import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";

/** Items per page. The local engine takes three times as long for pages of the maximum size. */
const PAGE = 1_000;

/** Returns a checksum of all items in the order of their keys, and the number of items of each entity. */
export async function tableDigest(
  endpoint: string,
): Promise<{ digest: string; counts: Record<string, number> }> {
  const client = new DynamoDBClient({ endpoint });
  const lines: string[] = [];
  const counts: Record<string, number> = {};
  for await (const { Items = [] } of paginateScan({ client, pageSize: PAGE }, { TableName: "test-table" }))
    for (const item of Items.map((values) => unmarshall(values))) {
      // Audit entries have random ids and the time of the change.
      if (item["entity"] === "audit-entry") continue;
      counts[String(item["entity"])] = (counts[String(item["entity"])] ?? 0) + 1;
      const hash = createHash("sha256").update(JSON.stringify(withSortedMembers(item)));
      lines.push(`${item["pk"]} ${item["sk"]} ${hash.digest("hex")}`);
    }
  client.destroy();
  return { digest: createHash("sha256").update(lines.toSorted().join("\n")).digest("hex"), counts };
}

/** Sorts the members of objects by name, because the engine does not preserve their order. */
function withSortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedMembers);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withSortedMembers(member)] as const);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
