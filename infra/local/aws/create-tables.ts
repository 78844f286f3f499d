import { callEngine, isAnswer } from "./engine-call.ts";
import type { TableDefinition } from "./types.ts";

/** Creates the tables an engine lacks, with their indexes, stream and TTL attribute; never changes or drops one. */
export async function createTables(endpoint: string, tables: readonly TableDefinition[]): Promise<void> {
  for (const table of tables) {
    try {
      await callEngine(endpoint, "DynamoDB_20120810.DescribeTable", { TableName: table.TableName });
    } catch (error) {
      if (!isAnswer(error, "ResourceNotFoundException")) throw error;
      await createTable(endpoint, table);
    }
  }
}

async function createTable(endpoint: string, table: TableDefinition): Promise<void> {
  await callEngine(endpoint, "DynamoDB_20120810.CreateTable", {
    TableName: table.TableName,
    KeySchema: table.KeySchema,
    AttributeDefinitions: table.AttributeDefinitions,
    BillingMode: "PAY_PER_REQUEST",
    GlobalSecondaryIndexes: table.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
      IndexName,
      KeySchema,
      Projection,
    })),
    StreamSpecification: table.StreamSpecification && { StreamEnabled: true, ...table.StreamSpecification },
  });
  if (table.TimeToLiveSpecification?.Enabled)
    await callEngine(endpoint, "DynamoDB_20120810.UpdateTimeToLive", {
      TableName: table.TableName,
      TimeToLiveSpecification: table.TimeToLiveSpecification,
    });
}
