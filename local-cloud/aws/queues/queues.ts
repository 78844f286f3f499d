import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import type {
  Clock,
  OutgoingMessage,
  QueueEngine,
  ReceivedMessage,
  ReceiveOptions,
  SentMessage,
} from "#local-cloud/aws/types.ts";
import { validateMessage } from "./message-checks.ts";
import { createSentMessage, formatSequenceNumber } from "./messages.ts";
import { MAXIMUM_VISIBILITY_SECONDS, type Queue } from "./queue.ts";
import { invalidValue, queueError } from "./queue-errors.ts";
import type { QueueStore } from "./queue-store.ts";
import { decodeHandle } from "./receipt.ts";
import { receiveMessages } from "./receive-messages.ts";
import { WaitingReceivers } from "./waiting-receivers.ts";

const DEDUPLICATION_MS = 300_000;
const EXPIRY_INTERVAL_MS = 60_000;
const PURGE_INTERVAL_MS = 60_000;
const MAX_MESSAGES = 10;
const MAX_WAIT_SECONDS = 20;

const Sent = z.object({
  messageId: z.string(),
  md5OfBody: z.string(),
  md5OfMessageAttributes: z.string().exactOptional(),
  md5OfSystemAttributes: z.string().exactOptional(),
  sequenceNumber: z.string().exactOptional(),
});

/** The behavior of SQS over a store: delays, visibility, redrive, FIFO order and deduplication. */
export class Queues implements QueueEngine {
  readonly #receivers: WaitingReceivers;
  readonly #queues: ReadonlyMap<string, Queue>;
  readonly #store: QueueStore;
  readonly #clock: Clock;
  readonly #lastExpiry = new Map<string, number>();
  readonly #lastPurge = new Map<string, number>();
  #closed = false;

  constructor(queues: readonly Queue[], store: QueueStore, clock: Clock) {
    this.#queues = new Map(queues.map((queue) => [queue.name, queue]));
    this.#store = store;
    this.#clock = clock;
    this.#receivers = new WaitingReceivers(clock);
  }

  /** Returns the queue of that name; throws QueueDoesNotExist. */
  get(name: string): Queue {
    const queue = this.#queues.get(name);
    if (queue === undefined) throw queueError("QueueDoesNotExist");
    return queue;
  }

  /** Lists the queues, sorted by name. */
  list(): Queue[] {
    return [...this.#queues.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  send(name: string, message: OutgoingMessage): SentMessage {
    const queue = this.get(name);
    validateMessage(queue, message);
    const sent = queue.fifo ? this.#sendDeduplicated(queue, message) : this.#insert(queue, message).sent;
    this.#receivers.wake(name);
    return sent;
  }

  #sendDeduplicated(queue: Queue, message: OutgoingMessage): SentMessage {
    const now = this.#clock.now();
    const deduplicationId =
      message.deduplicationId ?? createHash("sha256").update(message.body).digest("hex");
    const duplicate = this.#store.findDuplicate(queue.name, deduplicationId, now);
    if (duplicate !== undefined) return Sent.parse(JSON.parse(duplicate));
    return this.#store.transaction(() => {
      const { seq, sent } = this.#insert(queue, { ...message, deduplicationId });
      const result = { ...sent, sequenceNumber: formatSequenceNumber(seq) };
      this.#store.saveDeduplication(queue.name, deduplicationId, {
        result: JSON.stringify(result),
        expires: now + DEDUPLICATION_MS,
      });
      return result;
    });
  }

  #insert(queue: Queue, message: OutgoingMessage): { seq: number; sent: SentMessage } {
    const now = this.#clock.now();
    const id = randomUUID();
    const seq = this.#store.insert(queue.name, {
      id,
      body: message.body,
      attributes: JSON.stringify(message.messageAttributes ?? {}),
      trace: message.systemAttributes?.["AWSTraceHeader"]?.StringValue ?? message.traceHeader ?? null,
      group_id: message.groupId ?? null,
      dedup_id: message.deduplicationId ?? null,
      sender: message.senderId ?? "local",
      sent: now,
      visible_at: now + (message.delaySeconds ?? queue.delaySeconds) * 1000,
    });
    return { seq, sent: createSentMessage(message, id) };
  }

  async receive(name: string, options: ReceiveOptions): Promise<ReceivedMessage[]> {
    const queue = this.get(name);
    const {
      maxMessages,
      waitSeconds = queue.waitSeconds,
      visibilitySeconds = queue.visibilitySeconds,
      signal,
    } = options;
    checkRange("MaxNumberOfMessages", maxMessages, [1, MAX_MESSAGES]);
    checkRange("WaitTimeSeconds", waitSeconds, [0, MAX_WAIT_SECONDS]);
    checkRange("VisibilityTimeout", visibilitySeconds, [0, MAXIMUM_VISIBILITY_SECONDS]);
    const deadline = this.#clock.now() + waitSeconds * 1000;
    while (!this.#closed && !signal?.aborted) {
      const now = this.#clock.now();
      this.#expire(queue, now);
      const batch = { now, maxMessages, visibilitySeconds };
      const { messages, deadLetters } = receiveMessages(this.#store, queue, batch);
      if (deadLetters > 0 && queue.redrive) this.#receivers.wake(queue.redrive.queue);
      if (messages.length > 0 || now >= deadline) return messages;
      const nextVisibleAt = this.#store.findNextVisibleAt(name, now) ?? deadline;
      await this.#receivers.wait(name, Math.min(deadline, nextVisibleAt), signal);
    }
    return [];
  }

  #expire(queue: Queue, now: number): void {
    const last = this.#lastExpiry.get(queue.name);
    if (last !== undefined && now - last < EXPIRY_INTERVAL_MS) return;
    this.#lastExpiry.set(queue.name, now);
    this.#store.expire(queue.name, now - queue.retentionSeconds * 1000, now);
  }

  delete(name: string, receiptHandle: string): void {
    const queue = this.get(name);
    const { seq, secret } = decodeHandle(name, receiptHandle);
    const row = this.#store.find(name, seq);
    // As on SQS, the handle of an earlier receive succeeds and deletes nothing.
    if (row === undefined || row.receipt !== secret) return;
    if (queue.fifo && row.visible_at <= this.#clock.now())
      throw invalidValue("ReceiptHandle", receiptHandle, "The receipt handle has expired.");
    this.#store.delete(seq);
    if (queue.fifo) this.#receivers.wake(name);
  }

  changeVisibility(name: string, receiptHandle: string, seconds: number): void {
    const { seq, secret } = decodeHandle(this.get(name).name, receiptHandle);
    checkRange("VisibilityTimeout", seconds, [0, MAXIMUM_VISIBILITY_SECONDS]);
    const row = this.#store.find(name, seq);
    const now = this.#clock.now();
    if (row === undefined || row.receipt !== secret)
      throw invalidValue(
        "ReceiptHandle",
        receiptHandle,
        "Message does not exist or is not available for visibility timeout change.",
      );
    if (row.visible_at <= now) throw queueError("MessageNotInflight");
    this.#store.setVisibleAt(seq, now + seconds * 1000);
    this.#receivers.wake(name);
  }

  returnInFlight(name: string): void {
    this.#store.returnInFlight(this.get(name).name, this.#clock.now());
    this.#receivers.wake(name);
  }

  /** Ends every wait without messages. */
  close(): void {
    this.#closed = true;
    this.#receivers.wakeAll();
  }

  counts(name: string): { visible: number; inFlight: number; delayed: number } {
    return this.#store.counts(this.get(name).name, this.#clock.now());
  }

  /** Deletes all messages of a queue; allowed once a minute. */
  purge(name: string): void {
    const now = this.#clock.now();
    const last = this.#lastPurge.get(this.get(name).name);
    if (last !== undefined && now - last < PURGE_INTERVAL_MS) throw queueError("PurgeQueueInProgress");
    this.#lastPurge.set(name, now);
    this.#store.purge(name);
  }
}

function checkRange(parameter: string, value: number, [minimum, maximum]: readonly [number, number]): void {
  if (!Number.isInteger(value) || value < minimum || value > maximum)
    throw invalidValue(parameter, value, `Must be between ${minimum} and ${maximum}, if provided.`);
}
