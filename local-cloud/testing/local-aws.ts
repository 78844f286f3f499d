import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { SQSClient } from "@aws-sdk/client-sqs";
import { onTestFinished } from "vitest";
import { startAws } from "#local-cloud/aws/start-aws.ts";
import type { AwsEndpoint, AwsOptions, TableDefinition } from "#local-cloud/aws/types.ts";

/** Creates a folder that is removed after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "almanac-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A table with the keys of the deployed one and one index. */
export const TABLE: TableDefinition = {
  TableName: "bookings",
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
  AttributeDefinitions: ["pk", "sk", "GSI1pk", "GSI1sk"].map((AttributeName) => ({
    AttributeName,
    AttributeType: "S",
  })),
  GlobalSecondaryIndexes: [
    {
      IndexName: "GSI1",
      KeySchema: [
        { AttributeName: "GSI1pk", KeyType: "HASH" },
        { AttributeName: "GSI1sk", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "ALL" },
    },
  ],
  StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
  TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
};

/** A local AWS for one test, and SDK clients that call it as any caller. */
export interface LocalAws extends AwsEndpoint {
  directory: string;
  sqs(caller?: string): SQSClient;
  dynamodb(caller?: string): DynamoDBClient;
  kms(caller?: string): KMSClient;
}

/** Starts a local AWS, empty by default, until the test ends. */
export async function startLocalAws(options: Partial<AwsOptions> = {}): Promise<LocalAws> {
  const directory = options.directory ?? temporaryDirectory();
  const nothing = { callers: new Map(), tables: [], queues: [], keys: [] };
  const aws = await startAws({ ...nothing, ...options, directory });
  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await aws.close();
    closed = true;
  };
  onTestFinished(close);
  const configuration = (accessKeyId: string) => ({
    endpoint: aws.url,
    region: "us-east-1",
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey: "local" },
  });
  return {
    ...aws,
    close,
    directory,
    sqs: (caller = "operator") => new SQSClient(configuration(caller)),
    dynamodb: (caller = "operator") => new DynamoDBClient(configuration(caller)),
    kms: (caller = "operator") => new KMSClient(configuration(caller)),
  };
}
