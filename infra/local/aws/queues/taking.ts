import type { ReceivedMessage } from "#infra/local/aws/types.ts";
import { receivedMessage } from "./messages.ts";
import { type Queue, queueArn } from "./queue.ts";
import type { QueueStore, Row } from "./queue-store.ts";
import { newReceipt, writeHandle } from "./receipt.ts";

/** One attempt to receive. */
export interface Take {
  now: number;
  maxMessages: number;
  visibilitySeconds: number;
}

/**
 * Puts what may be received now in flight and returns it. Messages received too often already go to the dead-letter
 * queue instead; `buried` says how many did.
 */
export function takeMessages(
  store: QueueStore,
  queue: Queue,
  take: Take,
): { messages: ReceivedMessage[]; buried: number } {
  const candidates = (): Row[] =>
    queue.fifo
      ? store.visibleInOrder(queue.name, take.now, take.maxMessages)
      : store.visible(queue.name, take.now, take.maxMessages);
  let rows = candidates();
  if (rows.length === 0) return { messages: [], buried: 0 };
  return store.transaction(() => {
    let buried = 0;
    for (let dead = buryDead(store, queue, { rows, now: take.now }); dead > 0; ) {
      buried += dead;
      rows = candidates();
      dead = buryDead(store, queue, { rows, now: take.now });
    }
    return { messages: rows.map((row) => takeOne(store, queue, { row, take })), buried };
  });
}

function takeOne(
  store: QueueStore,
  queue: Queue,
  { row, take: { now, visibilitySeconds } }: { row: Row; take: Take },
): ReceivedMessage {
  const receipt = newReceipt(row.seq);
  store.receive(row.seq, { receipt: receipt.secret, now, visibleAt: now + visibilitySeconds * 1000 });
  return receivedMessage(queue, row, { now, handle: writeHandle(queue.name, receipt) });
}

function buryDead(
  store: QueueStore,
  { name, redrive }: Queue,
  { rows, now }: { rows: readonly Row[]; now: number },
): number {
  if (redrive === undefined) return 0;
  const dead = rows.filter((row) => row.receives >= redrive.maxReceives);
  for (const row of dead) store.bury(row.seq, { queue: redrive.queue, source: queueArn(name), now });
  return dead.length;
}
