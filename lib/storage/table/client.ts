import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { awsSettings } from "#lib/platform/aws-settings.ts";
import { env } from "#lib/platform/env.ts";
import { perService } from "#lib/platform/per-service.ts";

/** The client of this process, created on first use. The items in its errors are not unmarshalled. */
export const tableClient = /* @__PURE__ */ perService(createClient);

function createClient(): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    ...awsSettings("DYNAMODB"),
    accountIdEndpointMode: "disabled",
    endpointDiscoveryEnabled: false,
  });
  // It copies each request and response for a log that nobody reads: a seventh of the CPU time of a Query.
  client.middlewareStack.remove("loggerMiddleware");
  // To the SDK, an object with a field `constructor` is an instance of a class.
  const marshallOptions = { removeUndefinedValues: true, convertClassInstanceToMap: true };
  return DynamoDBDocumentClient.from(client, { marshallOptions });
}

/** Name of the single table. */
export const tableName = (): string => env("TABLE_NAME");
