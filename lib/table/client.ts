import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { env } from "#lib/platform/env.ts";
import { perService } from "#lib/platform/per-service.ts";
import { RequestHandler } from "#lib/platform/request-handler.ts";

/** Milliseconds: a call that takes longer is given up and tried again, at most `ATTEMPTS` times in all. */
const REQUEST_MS = 3_000;
const ATTEMPTS = 4;

/** The one document client of a function, made at its first use. */
export const documentClient = /* @__PURE__ */ perService(makeClient);

function makeClient(): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: ATTEMPTS,
    requestHandler: new RequestHandler(REQUEST_MS),
  });
  // It copies every request and answer for a log that nobody asked for: a tenth of the work of a list.
  client.middlewareStack.remove("loggerMiddleware");
  // An object with a member `constructor` looks like one of a class to the SDK, and is a map like any other.
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
  });
}

/** Name of the single table. */
export const tableName = (): string => env("TABLE_NAME");
