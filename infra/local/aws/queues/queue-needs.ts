import type { JsonObject } from "#infra/local/aws/json.ts";
import type { Need } from "#infra/local/aws/role-check.ts";
import { queueArn, queueNameIn } from "./queue.ts";

/** What a role must allow for one SQS request: a batch needs the action of its entries. */
export function queueNeeds(operation: string, request: JsonObject): Need[] {
  const named = [request["QueueUrl"], request["QueueName"], request["SourceArn"]].find(
    (value) => typeof value === "string",
  );
  return [
    {
      action: `sqs:${operation.replace(/Batch$/, "")}`,
      resource: queueArn(named === undefined ? "*" : queueNameIn(named)),
    },
  ];
}
