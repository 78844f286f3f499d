import * as z from "zod";
import { getPayment, renderPayment } from "#lib/bookings/payments/read.ts";
import { Payment, PaymentId } from "#lib/bookings/payments/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets a payment of one of the caller's bookings. */
export const handler = endpoint(
  {
    id: "payments.get",
    summary: "Get a payment",
    description:
      "Returns a payment for a booking that you host. Payments are created from messages of payment gateways, not by this API.",
    route: "GET /payments/{id}",
    scopes: ["READ_BOOKING"],
    path: z.object({ id: PaymentId }),
    response: z.object({ payment: Payment }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  async ({ caller, path }) => ({ payment: renderPayment(caller, await getPayment(caller, path.id)) }),
);
