import {
  ACCOUNT,
  type MessageAttribute,
  type QueueEngine,
  REGION,
  type ReceivedMessage,
} from "#local-cloud/aws/types.ts";
import type { Outcome } from "#local-cloud/lambda/instance.ts";
import type { QueueSource } from "#local-cloud/template/event-sources.ts";
import { parseBatchResult } from "./batch-result.ts";
import { compileFilters } from "./event-filter.ts";

/** A background task that runs until it is stopped. */
export interface Poller {
  /** Resolves when the current work has finished. */
  stop(): Promise<void>;
}

/** Calls the function of an event source, with the event as JSON, and the trace headers of its messages. */
export type InvokeConsumer = (
  functionName: string,
  event: string,
  options?: { traceHeaders: readonly string[] },
) => Promise<Outcome>;

/** The queues, and the function that consumes one of them. */
export interface QueueConsumer {
  queues: QueueEngine;
  invoke: InvokeConsumer;
  /** Resolves when no call of the function waits for an instance. */
  waitForCapacity(functionName: string): Promise<void>;
}

const MAX_WAIT_SECONDS = 20;
const MAX_MESSAGES_PER_RECEIVE = 10;

/**
 * Delivers the messages of a queue to its function, in at most `concurrency` concurrent batches. Batches are received
 * one after another, so a message wakes only one receiver. While a batch waits for an instance, no other is received, so
 * that the next batches are larger. Failed messages become visible again after the visibility timeout. Messages that
 * were in flight when the local cloud was killed have no consumer and become visible immediately.
 */
export function pollQueue(
  source: QueueSource,
  { queues, invoke, waitForCapacity }: QueueConsumer,
  concurrency: number,
): Poller {
  const stopping = new AbortController();
  const { signal } = stopping;
  const matches = compileFilters(source.filters);

  const receiveBatch = async (): Promise<ReceivedMessage[]> => {
    const messages: ReceivedMessage[] = [];
    while (messages.length < source.batchSize) {
      const maxMessages = Math.min(source.batchSize - messages.length, MAX_MESSAGES_PER_RECEIVE);
      const waitSeconds = messages.length === 0 ? MAX_WAIT_SECONDS : 0;
      const received = await queues.receive(source.queue, { maxMessages, waitSeconds, signal });
      messages.push(...received);
      if (received.length < maxMessages) break;
    }
    return messages;
  };
  const runBatch = async (received: readonly ReceivedMessage[]): Promise<void> => {
    const messages = received.filter((message) => matches({ body: parseBody(message) }));
    const failedIds = messages.length === 0 ? new Set<string>() : await deliver(source, messages, invoke);
    for (const { messageId, receiptHandle } of received) {
      if (!failedIds.has(messageId)) queues.delete(source.queue, receiptHandle);
    }
  };
  const running = new Set<Promise<void>>();
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      if (running.size >= concurrency) await Promise.race(running);
      await waitForCapacity(source.functionName);
      const messages = await receiveBatch();
      if (messages.length === 0) continue;
      const batch = runBatch(messages);
      running.add(batch);
      void batch.finally(() => running.delete(batch));
    }
    await Promise.all(running);
  };
  queues.returnInFlight(source.queue);
  const polling = run();
  return {
    async stop() {
      stopping.abort();
      await polling;
    },
  };
}

/** Calls the function with a batch and returns the ids of the failed messages. */
async function deliver(
  source: QueueSource,
  messages: readonly ReceivedMessage[],
  invoke: InvokeConsumer,
): Promise<ReadonlySet<string>> {
  const records = messages.map((message) => toSqsRecord(source.queue, message));
  const traceHeaders = messages.flatMap(({ attributes }) => attributes["AWSTraceHeader"] ?? []);
  const outcome = await invoke(source.functionName, JSON.stringify({ Records: records }), { traceHeaders });
  const identifiers = messages.map(({ messageId }) => messageId);
  const { failed } = parseBatchResult(outcome, source.reportsItemFailures, identifiers);
  return failed === "all" ? new Set(identifiers) : failed;
}

function toSqsRecord(queue: string, message: ReceivedMessage): object {
  const attributes = Object.entries(message.messageAttributes).map(([name, attribute]) => [
    name,
    toRecordAttribute(attribute),
  ]);
  return {
    messageId: message.messageId,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: message.attributes,
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.md5OfBody,
    eventSource: "aws:sqs",
    eventSourceARN: `arn:aws:sqs:${REGION}:${ACCOUNT}:${queue}`,
    awsRegion: REGION,
  };
}

const toRecordAttribute = ({ DataType, StringValue, BinaryValue }: MessageAttribute): object => ({
  dataType: DataType,
  stringValue: StringValue,
  binaryValue: BinaryValue,
  stringListValues: [],
  binaryListValues: [],
});

/** Filters apply to the value of a JSON body, and to the text of any other. */
function parseBody({ body }: ReceivedMessage): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
