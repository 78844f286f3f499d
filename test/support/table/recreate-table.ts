import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { changeService } from "#lib/platform/per-service.ts";

/** Deletes the table and creates it again, empty. Discards what the process has cached of its items, because the same ids are given again. */
export async function recreateTable(): Promise<void> {
  const client = new DynamoDBClient();
  const TableName = "test-table";
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  await client.send(new DeleteTableCommand({ TableName }));
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  );
  client.destroy();
  changeService();
}
