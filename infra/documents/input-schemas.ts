import * as z from "zod";
import { PaymentMessage } from "#lib/bookings/payments/message.ts";
import { ImportLine } from "#lib/operations/import/line.ts";
import type { JsonSchema } from "./json-schemas.ts";

const inputSchema = (schema: z.ZodType, title: string): JsonSchema => ({
  ...z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
  title,
});

/** `import.schema.json`: one line of an import file. */
export const importLineSchema = (): JsonSchema =>
  inputSchema(ImportLine, "A line of `npm run admin -- import`");

/** `payment-message.schema.json`: a payment message, for payment systems. */
export const paymentMessageSchema = (): JsonSchema =>
  inputSchema(PaymentMessage, "A payment message in the queue `payments`");
