import middy from "@middy/core";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type * as z from "zod";
import type { ConsumerSpec, QueueSource } from "#lib/entry/http/spec.ts";
import { log } from "#lib/platform/log.ts";
import { errorFields, logBatch } from "./log-batch.ts";
import { parseMessage, Rejection } from "./message.ts";

/** Moves the text of a message to a dead-letter queue, with the reason. */
type MoveToDeadLetters = (body: string, reason: string) => Promise<void>;

type BatchItemFailures = SQSBatchResponse["batchItemFailures"];
type ConsumeRecords = (records: readonly SQSRecord[]) => Promise<BatchItemFailures>;
type QueueSpec<M extends z.ZodType> = ConsumerSpec<QueueSource> & { message: M };
/**
 * `receives`: how often the message was received, this time included; it becomes a dead letter after the fifth. `sentAt`: milliseconds since
 * 1970.
 */
type Run<M extends z.ZodType> = (
  message: z.output<M>,
  delivery: { receives: number; sentAt: number },
) => Promise<unknown>;

/**
 * Creates the Lambda handler of a queue. All messages of a batch run concurrently, each parsed by `spec.message`. A message that does
 * not match the schema, or for which `run` throws, is retried and then moves to the dead-letter queue. With `moveToDeadLetters`, a message
 * that can never succeed, because of its schema or because `run` threw a {@link Rejection}, moves there immediately.
 *
 * @example
 * export const handler = queueConsumer(
 *   {
 *     id: "events.deliver",
 *     summary: "Sends events to webhooks",
 *     source: { queue: "deliveries", batchSize: 1, maxConcurrency: 10 },
 *     message: DeliveryMessage,
 *     timeoutSeconds: 30,
 *     permissions: ["table:GetItem", "table:UpdateItem"],
 *   },
 *   deliverWebhook,
 * );
 */
export const queueConsumer = <M extends z.ZodType>(
  spec: QueueSpec<M>,
  run: Run<M>,
  moveToDeadLetters?: MoveToDeadLetters,
) => lambdaHandler(spec, consumeEach(spec, run, moveToDeadLetters));

/**
 * Like {@link queueConsumer}, but `run` gets all messages of a batch together. If it throws, it runs again for each message
 * separately, so that one message can't fail the others; `run` must be repeatable.
 *
 * @example
 * export const handler = batchConsumer({ id: "events.fan-out", message: EventMessage, … }, fanOutEvents);
 */
export const batchConsumer = <M extends z.ZodType>(
  spec: QueueSpec<M>,
  run: (messages: readonly z.output<M>[]) => Promise<unknown>,
) => {
  const consumeSeparately = consumeEach(spec, (message) => run([message]));
  return lambdaHandler(spec, async (records) => {
    if (records.length === 1) return consumeSeparately(records);
    try {
      await run(records.map(({ body }) => parseMessage(spec.message, body)));
      return [];
    } catch (error) {
      log("warn", "batch split", { consumer: spec.id, records: records.length, ...errorFields(error) });
      return consumeSeparately(records);
    }
  });
};

function consumeEach<M extends z.ZodType>(
  spec: QueueSpec<M>,
  run: Run<M>,
  moveToDeadLetters?: MoveToDeadLetters,
): ConsumeRecords {
  const attempt = async ({ body, messageId, attributes }: SQSRecord): Promise<void> => {
    const receives = Number(attributes.ApproximateReceiveCount);
    const sentAt = Number(attributes.SentTimestamp);
    try {
      await run(parseMessage(spec.message, body), { receives, sentAt });
    } catch (error) {
      if (!(moveToDeadLetters && error instanceof Rejection)) throw error;
      await moveToDeadLetters(body, error.reason);
      log("warn", "message rejected", { consumer: spec.id, messageId, code: error.code });
    }
  };
  const consume = async (record: SQSRecord): Promise<BatchItemFailures> => {
    try {
      await attempt(record);
      return [];
    } catch (error) {
      const { messageId, attributes } = record;
      const receives = Number(attributes.ApproximateReceiveCount);
      log("error", "message failed", { consumer: spec.id, messageId, receives, ...errorFields(error) });
      return [{ itemIdentifier: messageId }];
    }
  };
  return async (records) => (await Promise.all(records.map(consume))).flat();
}

function lambdaHandler<M extends z.ZodType>(spec: QueueSpec<M>, consume: ConsumeRecords) {
  const lambda = async (event: SQSEvent): Promise<SQSBatchResponse> => ({
    batchItemFailures: await consume(event.Records),
  });
  return Object.assign(
    middy<SQSEvent, SQSBatchResponse>()
      .use([logBatch(spec)])
      .handler(lambda),
    { spec },
  );
}
