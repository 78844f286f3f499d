import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { documentClient, tableName } from "#lib/table/client.ts";

/** The approximate number of items in the table: DynamoDB counts them every six hours. */
export async function tableSize(): Promise<number> {
  const { Table } = await documentClient().send(new DescribeTableCommand({ TableName: tableName() }));
  return Table?.ItemCount ?? 0;
}
