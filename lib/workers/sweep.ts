import { DueMeeting, meetingTimers } from "#lib/bookings/due-meeting.ts";
import { sweepEvents } from "#lib/events/sweep.ts";
import { now } from "#lib/platform/clock.ts";
import { processDueItems } from "#lib/table/due.ts";
import { duePartitions } from "#lib/timers/due.ts";
import { setTimers } from "#lib/timers/timer.ts";
import { breakerTimer } from "#lib/webhooks/circuit-breaker/breaker.ts";
import { WebhookHealth } from "#lib/webhooks/circuit-breaker/entity.ts";
import { DeliveryItem } from "#lib/webhooks/deliveries/entity.ts";
import { attemptTimer } from "#lib/webhooks/deliveries/messages.ts";

/** Milliseconds: a sweep starts work that is due before the next sweep, and a little later. */
const LOOKAHEAD = 75_000;

/**
 * Publishes events that the stream did not publish, and sets timers for all work that is due before the next sweep. If one part fails,
 * the others still run.
 *
 * @throws {AggregateError} of all failures
 */
export async function sweep(): Promise<void> {
  const until = new Date(now() + LOOKAHEAD).toISOString();
  const results = await Promise.allSettled([
    sweepEvents(),
    ...duePartitions("deliveries").map((due) =>
      processDueItems({
        entity: DeliveryItem,
        due,
        until,
        process: (items) => setTimers(items.map(attemptTimer)),
      }),
    ),
    ...duePartitions("breakers").map((due) =>
      processDueItems({
        entity: WebhookHealth,
        due,
        until,
        process: (items) => setTimers(items.map(breakerTimer)),
      }),
    ),
    ...duePartitions("meetings").map((due) =>
      processDueItems({
        entity: DueMeeting,
        due,
        until,
        process: (items) => setTimers(items.flatMap(meetingTimers)),
      }),
    ),
  ]);
  const failed = results.filter((result) => result.status === "rejected");
  if (failed.length > 0) throw new AggregateError(failed.map(({ reason }) => reason));
}
