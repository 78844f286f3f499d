import { AwsClient } from "#lib/platform/aws-client.ts";
import { env } from "#lib/platform/env.ts";
import { perService } from "#lib/platform/per-service.ts";
import { encodeMembers } from "./attribute-values.ts";
import { parseResponse } from "./parse-response.ts";
import type { TableOperations } from "./table-operations.ts";

/** Calls DynamoDB with plain values, as the SDK's document client does. */
export class TableClient {
  readonly #aws = new AwsClient({
    service: "dynamodb",
    endpointVariable: "AWS_ENDPOINT_URL_DYNAMODB",
    target: "DynamoDB_20120810",
    jsonVersion: "1.0",
    requestMs: 2_000,
    attempts: 4,
    baseDelay: 25,
  });

  /** @throws {AwsError} if DynamoDB returns an error; the items in its `details` are not decoded */
  async send<N extends keyof TableOperations>(
    operation: N,
    input: TableOperations[N]["input"],
  ): Promise<TableOperations[N]["output"]> {
    return parseResponse(await this.sendEncoded(operation, encodeMembers(input)));
  }

  /** Sends a request whose items are encoded already; returns the JSON text of the response. */
  sendEncoded(operation: keyof TableOperations, input: object): Promise<string> {
    return this.#aws.call(operation, input);
  }
}

/** The client of this process, created on first use. */
export const tableClient = /* @__PURE__ */ perService(() => new TableClient());

/** Name of the single table. */
export const tableName = (): string => env("TABLE_NAME");
