import middy from "@middy/core";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type * as z from "zod";
import type { ConsumerSpec, QueueSource } from "#lib/http/spec.ts";
import { log } from "#lib/platform/log.ts";
import { errorFields, logBatch } from "./log-batch.ts";
import { parseMessage, Rejection } from "./message.ts";

/** Puts the text of a message away for good, with the reason. */
type MoveToDeadLetters = (body: string, reason: string) => Promise<void>;

type BatchItemFailures = SQSBatchResponse["batchItemFailures"];
type ConsumeRecords = (records: readonly SQSRecord[]) => Promise<BatchItemFailures>;
type QueueSpec<M extends z.ZodType> = ConsumerSpec<QueueSource> & { message: M };

/**
 * Makes the Lambda handler of a queue: all messages of a batch run at the same time, each parsed by `spec.message`.
 * Only those that throw, or that are not what the schema says, come back and end in the dead-letter queue. With `setAside`
 * a message that can never be right, by its schema or because `run` threw a {@link Rejection}, goes there at once instead.
 *
 * @example
 * export const handler = queueConsumer({ id: "events.deliver", message: DeliveryMessage, … }, deliverWebhook);
 */
export const queueConsumer = <M extends z.ZodType>(
  spec: QueueSpec<M>,
  run: (message: z.output<M>) => Promise<unknown>,
  moveToDeadLetters?: MoveToDeadLetters,
) => lambdaHandler(spec, consumeEach(spec, run, moveToDeadLetters));

/**
 * Like {@link queueConsumer}, but `run` takes all messages of a batch at once. When it throws, each is run alone, so that one
 * of them can't fail the others; `run` must be repeatable.
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
  run: (message: z.output<M>) => Promise<unknown>,
  moveToDeadLetters?: MoveToDeadLetters,
): ConsumeRecords {
  const attempt = async ({ body, messageId }: SQSRecord): Promise<void> => {
    try {
      await run(parseMessage(spec.message, body));
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
