import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callEngine, type Engine, isAwsError, startEngine } from "@almanac/local-cloud";

declare global {
  var sharedDatabaseEngine: Promise<Engine> | undefined;
  var isSharedEngineInUse: boolean | undefined;
}

/** The engine that the test files of a worker share, in use until it is released. */
export interface EngineLease {
  endpoint: string;
  release(): void;
}

/**
 * Leases the engine that the test files of a worker share, without the table that an earlier file left. Returns undefined if it is in use,
 * by the first of two tables of a file.
 */
export async function leaseSharedEngine(TableName: string): Promise<EngineLease | undefined> {
  if (globalThis.isSharedEngineInUse) return undefined;
  globalThis.isSharedEngineInUse = true;
  globalThis.sharedDatabaseEngine ??= startEngine(mkdtempSync(join(tmpdir(), "almanac-engine-")));
  const { endpoint } = await globalThis.sharedDatabaseEngine;
  try {
    await callEngine(endpoint, "DynamoDB_20120810.DeleteTable", { TableName });
  } catch (error) {
    if (!isAwsError(error, "ResourceNotFoundException")) throw error;
  }
  return {
    endpoint,
    release() {
      globalThis.isSharedEngineInUse = false;
    },
  };
}
