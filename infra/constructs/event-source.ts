import { Duration } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";
import type { Stage } from "#infra/stage.ts";
import type { QueueSource, Source } from "#lib/entry/http/spec.ts";

const STREAM_RETRIES = 5;
/** Less than the 24 hours for which a stream stores records, so that failing ones reach the dead-letter queue. */
const STREAM_MAX_AGE = Duration.hours(6);

/** The permissions that a function needs to read its source. */
export function sourceStatements(data: DataStack, source: Source): PolicyStatement[] {
  if ("schedule" in source) return [];
  if ("queue" in source) {
    const actions = [
      "sqs:ChangeMessageVisibility",
      "sqs:DeleteMessage",
      "sqs:GetQueueAttributes",
      "sqs:ReceiveMessage",
    ];
    return [new PolicyStatement({ actions, resources: [queueArn(data, source)] })];
  }
  const reads = ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"];
  return [
    new PolicyStatement({ actions: reads.map((read) => `dynamodb:${read}`), resources: [streamArn(data)] }),
    new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [data.streamDeadLetters.queueArn] }),
  ];
}

/** The stage decides whether a source is read; the data stack contains the queues and the stream. */
interface Connection {
  stage: Stage;
  data: DataStack;
}

/**
 * Connects a function to its source, which is disabled in a standby. Failed items of a batch are retried without the others, and those
 * that fail permanently go to a dead-letter queue.
 */
export function connectSource(target: ServiceFunction, source: Source, { stage, data }: Connection): void {
  const enabled = !stage.isStandby;
  if ("schedule" in source) {
    const rule = new Rule(target, "Schedule", { schedule: Schedule.expression(source.schedule), enabled });
    rule.addTarget(new LambdaTarget(target.lambda));
    return;
  }
  const shared = {
    target: target.lambda,
    batchSize: source.batchSize,
    reportBatchItemFailures: true,
    enabled,
  };
  if ("queue" in source) {
    new EventSourceMapping(target, "Source", {
      ...shared,
      eventSourceArn: queueArn(data, source),
      maxConcurrency: maxConcurrencyOf(source, stage),
    });
    return;
  }
  new EventSourceMapping(target, "Source", {
    ...shared,
    eventSourceArn: streamArn(data),
    startingPosition: StartingPosition.TRIM_HORIZON,
    filters: source.filters.map((filter) => ({ pattern: JSON.stringify(filter) })),
    bisectBatchOnError: true,
    retryAttempts: STREAM_RETRIES,
    maxRecordAge: STREAM_MAX_AGE,
    onFailure: new SqsDlq(data.streamDeadLetters),
  });
}

/** The concurrency of a queue's consumer. The lanes of `lib/delivery/deliveries/lanes.ts` are computed from the same numbers. */
function maxConcurrencyOf({ queue, maxConcurrency }: QueueSource, stage: Stage): number {
  const most = queue === "deliveries" ? (stage.deliveryConcurrency ?? maxConcurrency) : maxConcurrency;
  return Math.min(most, stage.consumerConcurrency ?? most);
}

function queueArn(data: DataStack, { queue }: QueueSource): string {
  const workQueue = data[queue];
  if (workQueue === undefined) throw new Error(`the settings ask for no queue ${queue}`);
  return workQueue.queue.queueArn;
}

function streamArn(data: DataStack): string {
  const { tableStreamArn } = data.table;
  if (tableStreamArn === undefined) throw new Error("the table has no stream");
  return tableStreamArn;
}
