import middy from "@middy/core";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type * as z from "zod";
import type { ConsumerSpec, QueueSource } from "#lib/http/spec.ts";
import { log } from "#lib/platform/log.ts";
import { batchLine, errorFields } from "./batch-line.ts";
import { messageIn } from "./message-in.ts";
import { Rejection } from "./rejection.ts";

/** Puts the text of a message away for good, with the reason. */
type SetAside = (body: string, reason: string) => Promise<void>;

/**
 * Makes the Lambda handler of a queue: all messages of a batch run at the same time, each parsed by `spec.message`.
 * Only those that throw, or that are not what the schema says, come back and end in the dead-letter queue. With `setAside`
 * a message that can never be right, by its schema or because `run` threw a {@link Rejection}, goes there at once instead.
 *
 * @example
 * export const handler = queueConsumer({ id: "events.fan-out", message: EventKey, … }, fanOutEvent);
 */
export function queueConsumer<M extends z.ZodType>(
  spec: ConsumerSpec<QueueSource> & { message: M },
  run: (message: z.output<M>) => Promise<unknown>,
  setAside?: SetAside,
) {
  const attempt = async ({ body, messageId }: SQSRecord): Promise<void> => {
    try {
      await run(messageIn(spec.message, body));
    } catch (error) {
      if (!(setAside && error instanceof Rejection)) throw error;
      await setAside(body, error.reason);
      log("warn", "message rejected", { consumer: spec.id, messageId, code: error.code });
    }
  };
  const consume = async (record: SQSRecord): Promise<SQSBatchResponse["batchItemFailures"]> => {
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
  const lambda = async (event: SQSEvent): Promise<SQSBatchResponse> => ({
    batchItemFailures: (await Promise.all(event.Records.map(consume))).flat(),
  });
  return Object.assign(
    middy<SQSEvent, SQSBatchResponse>()
      .use([batchLine(spec)])
      .handler(lambda),
    { spec },
  );
}
