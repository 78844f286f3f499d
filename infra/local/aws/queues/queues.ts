import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import type {
  Clock,
  OutgoingMessage,
  QueueEngine,
  ReceivedMessage,
  ReceiveOptions,
  SentMessage,
} from "#infra/local/aws/types.ts";
import { checkMessage } from "./message-checks.ts";
import { sentMessage, sequenceNumber } from "./messages.ts";
import { MAXIMUM_VISIBILITY_SECONDS, type Queue } from "./queue.ts";
import { invalidValue, queueError } from "./queue-errors.ts";
import type { QueueStore } from "./queue-store.ts";
import { readHandle } from "./receipt.ts";
import { takeMessages } from "./taking.ts";
import { WaitingRoom } from "./waiting-room.ts";

const DEDUPLICATION_MS = 300_000;
const EXPIRY_INTERVAL_MS = 60_000;
const PURGE_INTERVAL_MS = 60_000;
const BATCH = 10;
const MAXIMUM_WAIT_SECONDS = 20;

const Sent = z.object({
  messageId: z.string(),
  md5OfBody: z.string(),
  md5OfMessageAttributes: z.string().optional(),
  md5OfSystemAttributes: z.string().optional(),
  sequenceNumber: z.string().optional(),
});

/** The behavior of SQS over a store: delays, visibility, redrive, FIFO order and deduplication. */
export class Queues implements QueueEngine {
  readonly waiting: WaitingRoom;
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
    this.waiting = new WaitingRoom(clock);
  }

  /** The queue of that name; QueueDoesNotExist without one. */
  queue(name: string): Queue {
    const queue = this.#queues.get(name);
    if (queue === undefined) throw queueError("QueueDoesNotExist");
    return queue;
  }

  /** Every queue, by name. */
  list(): Queue[] {
    return [...this.#queues.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  send(name: string, message: OutgoingMessage): SentMessage {
    const queue = this.queue(name);
    checkMessage(queue, message);
    const sent = queue.fifo ? this.#sendOnce(queue, message) : this.#add(queue, message).sent;
    this.waiting.wake(name);
    return sent;
  }

  #sendOnce(queue: Queue, message: OutgoingMessage): SentMessage {
    const now = this.#clock.now();
    const deduplicationId =
      message.deduplicationId ?? createHash("sha256").update(message.body).digest("hex");
    const duplicate = this.#store.duplicateOf(queue.name, deduplicationId, now);
    if (duplicate !== undefined) return Sent.parse(JSON.parse(duplicate));
    return this.#store.transaction(() => {
      const { seq, sent } = this.#add(queue, { ...message, deduplicationId });
      const answer = { ...sent, sequenceNumber: sequenceNumber(seq) };
      this.#store.rememberDuplicate(queue.name, deduplicationId, {
        answer: JSON.stringify(answer),
        expires: now + DEDUPLICATION_MS,
      });
      return answer;
    });
  }

  #add(queue: Queue, message: OutgoingMessage): { seq: number; sent: SentMessage } {
    const now = this.#clock.now();
    const id = randomUUID();
    const seq = this.#store.insert(queue.name, {
      id,
      body: message.body,
      attributes: JSON.stringify(message.messageAttributes ?? {}),
      trace: message.systemAttributes?.["AWSTraceHeader"]?.StringValue ?? null,
      group_id: message.groupId ?? null,
      dedup_id: message.deduplicationId ?? null,
      sender: message.senderId ?? "local",
      sent: now,
      visible_at: now + (message.delaySeconds ?? queue.delaySeconds) * 1000,
    });
    return { seq, sent: sentMessage(message, id) };
  }

  async receive(name: string, options: ReceiveOptions): Promise<ReceivedMessage[]> {
    const queue = this.queue(name);
    const {
      maxMessages,
      waitSeconds = queue.waitSeconds,
      visibilitySeconds = queue.visibilitySeconds,
      signal,
    } = options;
    checkRange("MaxNumberOfMessages", maxMessages, [1, BATCH]);
    checkRange("WaitTimeSeconds", waitSeconds, [0, MAXIMUM_WAIT_SECONDS]);
    checkRange("VisibilityTimeout", visibilitySeconds, [0, MAXIMUM_VISIBILITY_SECONDS]);
    const deadline = this.#clock.now() + waitSeconds * 1000;
    while (!this.#closed && !signal?.aborted) {
      const now = this.#clock.now();
      this.#expire(queue, now);
      const { messages, buried } = takeMessages(this.#store, queue, { now, maxMessages, visibilitySeconds });
      if (buried > 0 && queue.redrive) this.waiting.wake(queue.redrive.queue);
      if (messages.length > 0 || now >= deadline) return messages;
      const nextVisibleAt = this.#store.nextVisibleAt(name, now) ?? deadline;
      await this.waiting.wait(name, Math.min(deadline, nextVisibleAt), signal);
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
    const queue = this.queue(name);
    const { seq, secret } = readHandle(name, receiptHandle);
    const row = this.#store.find(name, seq);
    // A handle replaced by a later receive is answered with success and deletes nothing, as on SQS.
    if (row === undefined || row.receipt !== secret) return;
    if (queue.fifo && row.visible_at <= this.#clock.now())
      throw invalidValue("ReceiptHandle", receiptHandle, "The receipt handle has expired.");
    this.#store.delete(seq);
    if (queue.fifo) this.waiting.wake(name);
  }

  changeVisibility(name: string, receiptHandle: string, seconds: number): void {
    const { seq, secret } = readHandle(this.queue(name).name, receiptHandle);
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
    this.waiting.wake(name);
  }

  returnInFlight(name: string): void {
    this.#store.returnInFlight(this.queue(name).name, this.#clock.now());
    this.waiting.wake(name);
  }

  /** Ends every wait, empty-handed. */
  close(): void {
    this.#closed = true;
    this.waiting.wakeAll();
  }

  counts(name: string): { visible: number; inFlight: number; delayed: number } {
    return this.#store.counts(this.queue(name).name, this.#clock.now());
  }

  /** Deletes every message of a queue; once a minute. */
  purge(name: string): void {
    const now = this.#clock.now();
    const last = this.#lastPurge.get(this.queue(name).name);
    if (last !== undefined && now - last < PURGE_INTERVAL_MS) throw queueError("PurgeQueueInProgress");
    this.#lastPurge.set(name, now);
    this.#store.purge(name);
  }
}

function checkRange(parameter: string, value: number, [least, most]: readonly [number, number]): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw invalidValue(parameter, value, `Must be between ${least} and ${most}, if provided.`);
}
