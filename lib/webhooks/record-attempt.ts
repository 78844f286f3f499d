import { now } from "#lib/platform/clock.ts";
import { equals } from "#lib/table/condition.ts";
import { update } from "#lib/table/operations.ts";
import { Refused } from "#lib/table/refused.ts";
import { transact } from "#lib/table/write.ts";
import { webhookChange } from "./change.ts";
import { type Attempt, type Delivery, DeliveryItem } from "./delivery.ts";
import type { StoredWebhook } from "./entity.ts";
import { retryDelaySeconds } from "./retry.ts";

/** How an attempt ended; `isFinal` when no other shall follow. */
export interface AttemptResult extends Pick<Attempt, "status" | "error"> {
  isFinal: boolean;
}

const GONE = 410;

interface Made {
  delivery: Delivery;
  webhook: StoredWebhook | undefined;
  /** Milliseconds since 1970. */
  startedAt: number;
  result: AttemptResult;
}

/**
 * Writes an attempt to its delivery and returns the delivery as it is then; undefined when another function recorded this
 * attempt first. A subscriber that answered 410 is switched off in the same transaction.
 */
export async function recordAttempt(made: Made): Promise<Delivery | undefined> {
  const { delivery, webhook, result } = made;
  const after = withAttempt(made);
  const { webhookId, createdAt, id, status, attempts, attemptCount } = after;
  const record = update(
    DeliveryItem,
    { webhookId, createdAt, id },
    { set: { status, attempts, attemptCount }, if: equals("attemptCount", delivery.attemptCount) },
  );
  const switchOff =
    webhook && result.status === GONE
      ? webhookChange(webhook, {
          ...webhook,
          active: false,
          disabledReason: "The subscriber answered 410 Gone.",
        })
      : [];
  try {
    await transact([record, ...switchOff]);
  } catch (error) {
    if (error instanceof Refused && error.by(DeliveryItem)) return undefined;
    throw error;
  }
  return after;
}

function withAttempt({ delivery, startedAt, result }: Made): Delivery {
  const { status, error, isFinal } = result;
  const attempt: Attempt = { at: new Date(startedAt).toISOString(), status, error, ms: now() - startedAt };
  const attempts = [...delivery.attempts, attempt];
  const endsHere = isFinal || retryDelaySeconds(attempts.length) === undefined;
  const ended = error === null ? "delivered" : "failed";
  return { ...delivery, status: endsHere ? ended : "pending", attempts, attemptCount: attempts.length };
}
