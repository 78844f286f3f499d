import { rmSync } from "node:fs";
import { join } from "node:path";
import { OPERATOR, REGION, readAssembly, readBlueprint, startAws } from "@almanac/local-cloud";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { getCurrentAssembly } from "#infra/local/synthesis/current-assembly.ts";
import { importItems } from "#test/support/command-line/import-items.ts";

/** Fills the table of a local cloud that will run on a folder. Its stream gets no records of these items. */
export async function seedFolder(directory: string, items: Iterable<string>): Promise<void> {
  const schema = await schemaOfTable(directory);
  // The items are generated while they are written, by operations that contain the table name.
  process.env["TABLE_NAME"] = schema.TableName;
  for (const suffix of ["", "-wal", "-shm"]) rmSync(join(directory, `table.db${suffix}`), { force: true });
  await importItems(directory, schema, items);
}

/** The engine's description of the table in the template. */
async function schemaOfTable(directory: string): Promise<{ TableName: string }> {
  const assembly = await readAssembly(await getCurrentAssembly());
  const { tables, queues, keys } = readBlueprint(assembly, { aws: "http://127.0.0.1" });
  const aws = await startAws({ directory, callers: new Map(), tables, queues, keys });
  const credentials = { accessKeyId: OPERATOR, secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: aws.url, region: REGION, credentials });
  try {
    const [{ TableName = "" } = {}] = tables;
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    return { ...Table, TableName };
  } finally {
    client.destroy();
    await aws.close();
  }
}
