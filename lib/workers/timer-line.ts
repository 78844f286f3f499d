import { log } from "#lib/platform/log.ts";
import type { Timer } from "./timer-message.ts";

/** Leaves a line of a timer that has gone off. */
export const logTimer = (timer: Timer): void =>
  log("info", "timer", { timer: timer.timer, ...fieldsOf(timer) });

function fieldsOf(timer: Timer) {
  switch (timer.timer) {
    case "attempt": {
      const { webhookId, id: deliveryId, causedBy } = timer.message;
      return { webhookId, deliveryId, causedBy };
    }
    case "probe":
    case "release":
    case "recovery":
      return { webhookId: timer.webhookId };
    case "meeting":
      return { bookingId: timer.bookingId, trigger: timer.trigger };
    default:
      return timer satisfies never;
  }
}
