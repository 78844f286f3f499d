import * as z from "zod";
import { MeetingTrigger } from "#lib/bookings/meeting.ts";
import { now } from "#lib/platform/clock.ts";
import { LONGEST_DELAY, sendMessages } from "#lib/platform/queue.ts";
import { DeliveryMessage } from "#lib/webhooks/delivery.ts";

/** A meeting begins or ends: what is told of it, and since when it is so, an ISO instant. */
const MeetingTimer = z.object({
  timer: z.literal("meeting"),
  userId: z.int(),
  bookingId: z.int(),
  trigger: MeetingTrigger,
  at: z.string(),
});
export type MeetingTimer = z.output<typeof MeetingTimer>;

/** A message of the `timers` queue: what is to happen at its time. */
export const Timer = z.discriminatedUnion("timer", [
  /** The next attempt of a delivery. */
  z.object({ timer: z.literal("attempt"), message: DeliveryMessage }),
  /** A try whether a webhook's subscriber is there again; `probe` counts those before. */
  z.object({ timer: z.literal("probe"), webhookId: z.string(), probe: z.int() }),
  /** Deliveries that waited for a subscriber go on; `turn` counts the turns taken before. */
  z.object({ timer: z.literal("release"), webhookId: z.string(), turn: z.int().default(0) }),
  /** Failed deliveries of a stretch of time begin anew; `after` is the sort key to go on behind. */
  z.object({
    timer: z.literal("recovery"),
    webhookId: z.string(),
    since: z.string(),
    until: z.string(),
    after: z.string().optional(),
  }),
  MeetingTimer,
]);
export type Timer = z.output<typeof Timer>;

/** One timer, and when it is to go off as an ISO instant: at most 15 minutes from now, at once when that is past. */
export interface Setting {
  timer: Timer;
  at: string;
}

/** Sets timers; throws when the queue did not take each of them. */
export async function setTimers(settings: readonly Setting[]): Promise<void> {
  const messages = settings.map(({ timer, at }) => ({
    body: timer,
    group: groupOf(timer),
    delaySeconds: Math.min(LONGEST_DELAY, Math.max(0, Math.ceil((Date.parse(at) - now()) / 1000))),
  }));
  const refused = await sendMessages("timers", messages);
  if (refused.size > 0) throw new Error(`the queue timers did not take ${refused.size} messages`);
}

function groupOf(timer: Timer): string {
  switch (timer.timer) {
    case "attempt":
      return timer.message.webhookId;
    case "probe":
    case "release":
    case "recovery":
      return timer.webhookId;
    case "meeting":
      return String(timer.userId);
    default:
      return timer satisfies never;
  }
}
