import { fireMeeting } from "#lib/bookings/fire-meeting.ts";
import { probeWebhook } from "#lib/webhooks/circuit-breaker/probe.ts";
import { releaseParked } from "#lib/webhooks/circuit-breaker/release.ts";
import { recoverDeliveries } from "#lib/webhooks/deliveries/recover-deliveries.ts";
import { sendDeliveries } from "#lib/webhooks/deliveries/send.ts";
import { logTimer } from "./timer-line.ts";
import type { Timer } from "./timer-message.ts";

/** Does what a timer was set for; each is harmless when it goes off twice, or for something that has changed since. */
export async function runTimer(timer: Timer): Promise<void> {
  logTimer(timer);
  switch (timer.timer) {
    case "attempt":
      return sendDeliveries([timer.message]);
    case "probe":
      return probeWebhook(timer);
    case "release":
      return releaseParked(timer);
    case "recovery":
      return recoverDeliveries(timer);
    case "meeting":
      return fireMeeting(timer);
    default:
      return timer satisfies never;
  }
}
