import { tableClient, tableName } from "#lib/table/client.ts";

/** The approximate number of items in the table: DynamoDB counts them every six hours. */
export async function tableSize(): Promise<number> {
  const { Table } = await tableClient().send("DescribeTable", { TableName: tableName() });
  return Table?.ItemCount ?? 0;
}
