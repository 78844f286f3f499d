import {
  ACCOUNT,
  type MessageAttribute,
  type QueueEngine,
  REGION,
  type ReceivedMessage,
} from "#infra/local/aws/types.ts";
import type { Outcome } from "#infra/local/lambda/instance.ts";
import type { QueueSource } from "#infra/local/template/event-sources.ts";
import { batchResult } from "./batch-result.ts";
import { compileFilters } from "./event-filter.ts";

/** An event source that runs until it is stopped; what is under way is finished first. */
export interface Poller {
  stop(): Promise<void>;
}

/** How an event source calls its function, with the event as JSON. */
export type InvokeConsumer = (functionName: string, event: string) => Promise<Outcome>;

/** What a queue's poller works with. */
export interface QueuePolling {
  queues: QueueEngine;
  invoke: InvokeConsumer;
  /** Resolves once no call of the function waits for an instance. */
  room(functionName: string): Promise<void>;
}

const LONGEST_WAIT_SECONDS = 20;
const LARGEST_RECEIVE = 10;

/**
 * Feeds a queue to its function, at most `concurrency` batches at a time, and receives one after the other: a message
 * wakes one receiver, not all. While a batch waits for an instance, none is received, so that messages gather to larger
 * batches. What fails comes back when its visibility ends; what was in flight when the local cloud was killed is nobody's
 * any more and comes back at once.
 */
export function pollQueue(
  source: QueueSource,
  { queues, invoke, room }: QueuePolling,
  concurrency: number,
): Poller {
  const stopping = new AbortController();
  const { signal } = stopping;
  const passes = compileFilters(source.filters);

  const receiveBatch = async (): Promise<ReceivedMessage[]> => {
    const messages: ReceivedMessage[] = [];
    for (let room = source.batchSize; room > 0; room = source.batchSize - messages.length) {
      const maxMessages = Math.min(room, LARGEST_RECEIVE);
      const waitSeconds = messages.length === 0 ? LONGEST_WAIT_SECONDS : 0;
      const received = await queues.receive(source.queue, { maxMessages, waitSeconds, signal });
      messages.push(...received);
      if (received.length < maxMessages) break;
    }
    return messages;
  };
  const runBatch = async (received: readonly ReceivedMessage[]): Promise<void> => {
    const messages = received.filter((message) => passes({ body: parsedBody(message) }));
    const failed = messages.length === 0 ? new Set<string>() : await deliver(source, messages, invoke);
    for (const { messageId, receiptHandle } of received) {
      if (!failed.has(messageId)) queues.delete(source.queue, receiptHandle);
    }
  };
  const running = new Set<Promise<void>>();
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      if (running.size >= concurrency) await Promise.race(running);
      await room(source.functionName);
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

/** Calls the function with a batch and answers the ids that stay on the queue. */
async function deliver(
  source: QueueSource,
  messages: readonly ReceivedMessage[],
  invoke: InvokeConsumer,
): Promise<ReadonlySet<string>> {
  const records = messages.map((message) => sqsRecord(source.queue, message));
  const outcome = await invoke(source.functionName, JSON.stringify({ Records: records }));
  const identifiers = messages.map(({ messageId }) => messageId);
  const { failed } = batchResult(outcome, source.reportsItemFailures, identifiers);
  return failed === "all" ? new Set(identifiers) : failed;
}

function sqsRecord(queue: string, message: ReceivedMessage): object {
  const attributes = Object.entries(message.messageAttributes).map(([name, attribute]) => [
    name,
    lowerCased(attribute),
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

const lowerCased = ({ DataType, StringValue, BinaryValue }: MessageAttribute): object => ({
  dataType: DataType,
  stringValue: StringValue,
  binaryValue: BinaryValue,
  stringListValues: [],
  binaryListValues: [],
});

/** Filters see a JSON body as its value, and any other as text. */
function parsedBody({ body }: ReceivedMessage): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
