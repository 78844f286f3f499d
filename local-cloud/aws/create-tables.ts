import { callEngine, isAwsError, objectsIn } from "./engine-call.ts";
import { isObject } from "./json.ts";
import type { TableDefinition } from "./types.ts";

/**
 * Creates missing tables, with their indexes, stream and TTL attribute, and missing indexes of existing tables. Deletes
 * nothing; throws if an existing table has other keys.
 */
export async function createTables(endpoint: string, tables: readonly TableDefinition[]): Promise<void> {
  for (const table of tables) {
    try {
      const { Table } = await callEngine(endpoint, "DynamoDB_20120810.DescribeTable", {
        TableName: table.TableName,
      });
      await addIndexes(endpoint, table, isObject(Table) ? Table : {});
    } catch (error) {
      if (!isAwsError(error, "ResourceNotFoundException")) throw error;
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
    GlobalSecondaryIndexes: listIndexes(table),
    StreamSpecification: table.StreamSpecification && { StreamEnabled: true, ...table.StreamSpecification },
  });
  if (table.TimeToLiveSpecification?.Enabled)
    await callEngine(endpoint, "DynamoDB_20120810.UpdateTimeToLive", {
      TableName: table.TableName,
      TimeToLiveSpecification: table.TimeToLiveSpecification,
    });
}

async function addIndexes(
  endpoint: string,
  table: TableDefinition,
  existing: Record<string, unknown>,
): Promise<void> {
  const keys = objectsIn(existing["KeySchema"]).map((key) => key["AttributeName"]);
  const expected = table.KeySchema.map((key) => key.AttributeName);
  if (keys.join() !== expected.join())
    throw new Error(
      `Table ${table.TableName} already exists with the keys ${keys.join()}; expected ${expected.join()}. Use another DynamoDB endpoint, or delete the table.`,
    );
  const existingNames = new Set(
    objectsIn(existing["GlobalSecondaryIndexes"]).map((index) => index["IndexName"]),
  );
  for (const index of listIndexes(table) ?? [])
    if (!existingNames.has(index.IndexName))
      await callEngine(endpoint, "DynamoDB_20120810.UpdateTable", {
        TableName: table.TableName,
        AttributeDefinitions: table.AttributeDefinitions,
        GlobalSecondaryIndexUpdates: [{ Create: index }],
      });
}

/** Returns the indexes without properties that engines don't support (throughput, insights). */
const listIndexes = (table: TableDefinition) =>
  table.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
