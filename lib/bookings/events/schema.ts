import * as z from "zod";
import { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";

/** An event in API responses. */
export const Event = z
  .object({
    id: z.string().describe("Id of the event."),
    triggerEvent: WebhookTrigger.describe("Type of the event."),
    createdAt: z.iso.datetime().describe("Time of the event. UTC, with milliseconds."),
    bookingId: z.int().nullable().describe("Id of the booking; null for an event of a calendar."),
    sequence: z.int().describe("Increases with every event of the booking, or of the calendar"),
    payload: z.record(z.string(), z.unknown()).describe("Payload as sent to webhooks without a template"),
  })
  .describe("A change of a booking or a calendar, as sent to webhooks.");
export type Event = z.output<typeof Event>;
