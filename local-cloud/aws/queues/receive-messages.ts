import type { ReceivedMessage } from "#local-cloud/aws/types.ts";
import { createReceivedMessage } from "./messages.ts";
import { type Queue, queueArn } from "./queue.ts";
import type { QueueStore, Row } from "./queue-store.ts";
import { createReceipt, encodeHandle } from "./receipt.ts";

/** The options of one receive. */
export interface ReceiveBatch {
  now: number;
  maxMessages: number;
  visibilitySeconds: number;
}

/**
 * Marks visible messages as in flight and returns them. Messages that were received too often already are moved to the
 * dead-letter queue instead; `deadLetters` is their number.
 */
export function receiveMessages(
  store: QueueStore,
  queue: Queue,
  batch: ReceiveBatch,
): { messages: ReceivedMessage[]; deadLetters: number } {
  const { now, maxMessages } = batch;
  const listVisible = (): Row[] =>
    queue.fifo
      ? store.visibleInOrder(queue.name, now, maxMessages)
      : store.visible(queue.name, now, maxMessages);
  let rows = listVisible();
  if (rows.length === 0) return { messages: [], deadLetters: 0 };
  return store.transaction(() => {
    let deadLetters = 0;
    for (let moved = moveDeadLetters(store, queue, { rows, now }); moved > 0; ) {
      deadLetters += moved;
      rows = listVisible();
      moved = moveDeadLetters(store, queue, { rows, now });
    }
    return { messages: rows.map((row) => receiveOne(store, queue, { row, batch })), deadLetters };
  });
}

function receiveOne(
  store: QueueStore,
  queue: Queue,
  { row, batch: { now, visibilitySeconds } }: { row: Row; batch: ReceiveBatch },
): ReceivedMessage {
  const receipt = createReceipt(row.seq);
  store.receive(row.seq, { receipt: receipt.secret, now, visibleAt: now + visibilitySeconds * 1000 });
  return createReceivedMessage(queue, row, { now, handle: encodeHandle(queue.name, receipt) });
}

function moveDeadLetters(
  store: QueueStore,
  { name, redrive }: Queue,
  { rows, now }: { rows: readonly Row[]; now: number },
): number {
  if (redrive === undefined) return 0;
  const deadLetters = rows.filter((row) => row.receives >= redrive.maxReceives);
  for (const { seq } of deadLetters)
    store.moveToDeadLetterQueue(seq, { queue: redrive.queue, source: queueArn(name), now });
  return deadLetters.length;
}
