import * as z from "zod";
import type { JsonSchema } from "#infra/documents/json-schemas.ts";
import { PaymentMessage } from "#lib/bookings/payments/message.ts";

/** The JSON Schema of payment messages, for their senders. */
export const paymentMessageSchema = (): JsonSchema => ({
  ...z.toJSONSchema(PaymentMessage, { io: "input", unrepresentable: "any" }),
  title: "A payment message in the queue `payments`",
});
