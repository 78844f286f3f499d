import * as z from "zod";
import { listPayments, PaymentFilter } from "#lib/bookings/payments/read.ts";
import { Payment } from "#lib/bookings/payments/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";

/** Lists the payments of the caller's bookings; of all bookings for a system admin. */
export const handler = listEndpoint(
  {
    id: "payments.list",
    summary: "List payments",
    description: "Lists the payments for the bookings that you host. System admins get all payments.",
    route: "GET /payments",
    scopes: ["READ_BOOKING"],
    query: PaymentFilter,
    response: z.object({ payments: z.array(Payment).describe("Payments in the order of their ids.") }),
    failures: [],
    permissions: ["table:Query", "index:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => listPayments(caller, query),
);
