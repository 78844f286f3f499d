import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsError } from "#infra/local/aws/aws-error.ts";
import { type Engine, startEngine } from "#infra/local/aws/engine.ts";
import { callEngine } from "#infra/local/aws/engine-call.ts";

declare global {
  var sharedDatabaseEngine: Promise<Engine> | undefined;
}

/** Returns the endpoint of the engine that the test files of a worker share, without the table that an earlier file left. */
export async function findSharedEngine(TableName: string): Promise<string> {
  globalThis.sharedDatabaseEngine ??= startEngine(mkdtempSync(join(tmpdir(), "almanac-engine-")));
  const { endpoint } = await globalThis.sharedDatabaseEngine;
  try {
    await callEngine(endpoint, "DynamoDB_20120810.DeleteTable", { TableName });
  } catch (error) {
    if (!(error instanceof AwsError && error.type.endsWith("ResourceNotFoundException"))) throw error;
  }
  return endpoint;
}
