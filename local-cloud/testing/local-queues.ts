import type { SQSClient } from "@aws-sdk/client-sqs";
import type { QueueDefinition, QueueEngine } from "#local-cloud/aws/types.ts";
import { startLocalAws } from "./local-aws.ts";
import { ManualClock } from "./manual-clock.ts";

/** A local SQS with a manual clock, and an SDK client for it. */
export interface LocalQueues {
  sqs: SQSClient;
  clock: ManualClock;
  engine: QueueEngine;
  url(queue: string): string;
}

/** Starts the queues without a DynamoDB engine. */
export async function startQueues(queues: QueueDefinition[]): Promise<LocalQueues> {
  const clock = new ManualClock();
  const aws = await startLocalAws({ queues, clock, dynamodbEndpoint: "http://127.0.0.1:9" });
  return {
    sqs: aws.sqs(),
    clock,
    engine: aws.queues,
    url: (queue) => `${aws.url}/000000000000/${queue}`,
  };
}
