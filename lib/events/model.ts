import * as z from "zod";
import { WebhookTrigger } from "./triggers.ts";

/** An event as the API shows it. */
export const Event = z.object({
  id: z.string(),
  triggerEvent: WebhookTrigger,
  createdAt: z.iso.datetime(),
  bookingId: z.int(),
  sequence: z.int().describe("Increases with every event of the booking"),
  payload: z.record(z.string(), z.unknown()).describe("Payload as sent to webhooks without a template"),
});
export type Event = z.output<typeof Event>;
