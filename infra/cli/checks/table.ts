import { DescribeTableCommand, type TableDescription } from "@aws-sdk/client-dynamodb";
import { isAwsError } from "#lib/platform/aws-errors.ts";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { type Finding, problem } from "./check.ts";

/** Checks that the table and all its indexes are active. */
export async function checkTable(): Promise<Finding> {
  const Table = await describeTable();
  if (!Table)
    return problem(`the table ${tableName()} does not exist`, "Restore it from a backup.", "restore");
  const indexes = Table.GlobalSecondaryIndexes ?? [];
  const states = [Table.TableStatus, ...indexes.map(({ IndexStatus }) => IndexStatus)];
  return states.every((state) => state === "ACTIVE")
    ? { text: `${tableName()} is active with ${indexes.length} indexes` }
    : problem(
        `the table ${tableName()} or one of its indexes is not active: ${states.join(", ")}`,
        "Wait a few minutes. If the state stays, read the events of its stack.",
        "table",
      );
}

async function describeTable(): Promise<TableDescription | undefined> {
  try {
    return (await tableClient().send(new DescribeTableCommand({ TableName: tableName() }))).Table;
  } catch (error) {
    if (isAwsError(error, "ResourceNotFoundException")) return undefined;
    throw error;
  }
}
