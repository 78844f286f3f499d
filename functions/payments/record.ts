import { PaymentMessage } from "#lib/bookings/payments/message.ts";
import { recordPayment } from "#lib/bookings/payments/record.ts";
import { OPERATOR } from "#lib/caller.ts";
import { queueConsumer } from "#lib/entry/consumers/queue-consumer.ts";
import { sendText } from "#lib/platform/queue.ts";

/** Records messages from payment gateways; see docs/payments.md. */
export const handler = queueConsumer(
  {
    id: "payments.record",
    summary: "Records payments and creates their events",
    source: { queue: "payments", batchSize: 10, maxConcurrency: 10 },
    message: PaymentMessage,
    timeoutSeconds: 30,
    permissions: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:PutItem",
      "table:UpdateItem",
      "paymentDeadLetters:SendMessage",
    ],
  },
  (message) => recordPayment(OPERATOR, message),
  (body, reason) => sendText("paymentDeadLetters", body, { reason }),
);
