import * as z from "zod";
import { MeetingTimer } from "#lib/bookings/meeting-timer.ts";
import { WebhookTimer } from "#lib/webhooks/deliveries/webhook-timer.ts";

/** A message of the `timers` queue. */
export const Timer = z.discriminatedUnion("timer", [WebhookTimer, MeetingTimer]);
export type Timer = z.output<typeof Timer>;
