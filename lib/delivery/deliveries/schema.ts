import * as z from "zod";
import { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";
import { Attempt, type Delivery, DeliveryItem, waitingPartition } from "./entity.ts";

/** Id of a delivery in a path; subscribers get it in the header `webhook-id`. */
export const DeliveryId = z
  .string()
  .max(100)
  .describe("Id of the delivery.")
  .meta({ example: "dlv_0mk4by0ao7kQm3xV9pTb2Lw" });

/** A delivery in API responses. */
export const WebhookDelivery = z
  .object({
    id: z.string().describe("Value of the header `webhook-id`; a resend has the same id"),
    webhookId: z.string().describe("Id of the webhook."),
    trigger: WebhookTrigger.describe("Type of the event."),
    status: DeliveryItem.schema.shape.status.describe("State of the delivery."),
    createdAt: z.string().describe("Time of the event"),
    bookingId: z.int().nullable().describe("Null for a test, and for an event of a calendar"),
    nextAttemptAt: z.string().nullable().describe("Time of the next attempt; null if none is planned."),
    isWaiting: z
      .boolean()
      .describe("Whether the delivery waits until the circuit breaker of the webhook closes"),
    attemptCount: z.int().describe("Number of all attempts, also of those before a resend"),
    attempts: z.array(Attempt).describe("The latest 100 attempts, oldest first"),
  })
  .describe("An event on its way to a webhook.");
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

/** Renders a stored delivery for API responses. */
export const renderDelivery = (delivery: Delivery): WebhookDelivery => ({
  id: delivery.id,
  webhookId: delivery.webhookId,
  trigger: delivery.trigger,
  status: delivery.status,
  createdAt: delivery.createdAt,
  bookingId: delivery.event?.bookingId || null,
  nextAttemptAt: delivery.nextAttemptAt,
  isWaiting: delivery.due === waitingPartition(delivery.webhookId),
  attemptCount: delivery.droppedAttempts + delivery.attempts.length,
  attempts: delivery.attempts,
});
