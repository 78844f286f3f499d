import type { Attempt, Delivery } from "#lib/webhooks/deliveries/entity.ts";

/** Attempts that are kept: those of the schedule and many probes; the oldest go. */
const MOST_KEPT = 100;
/** Bytes of a delivery as JSON, which is longer than what the table counts: it keeps 400 KB an item. */
const LARGEST = 390 * 1024;

/** A delivery with one attempt more and the last before it, as many as it holds. */
export function tellAttempt(delivery: Delivery, attempt: Attempt): Delivery {
  let room = LARGEST - bytesOf({ ...delivery, attempts: [] });
  const kept: Attempt[] = [];
  for (const each of [attempt, ...delivery.attempts.toReversed()]) {
    room -= bytesOf(each) + 1;
    if (room < 0 || kept.length === MOST_KEPT) break;
    kept.push(each);
  }
  return { ...delivery, attempts: kept.reverse() };
}

const bytesOf = (value: Delivery | Attempt): number => Buffer.byteLength(JSON.stringify(value));
