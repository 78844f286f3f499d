import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import type { StoredPayment } from "./entity.ts";
import { appOf } from "./fields.ts";
import type { Payment } from "./schema.ts";

/** Renders a payment for the API: only system admins get its `data`. */
export function renderPayment(caller: Caller, payment: StoredPayment): Payment & { version: number } {
  return {
    ...payment,
    app: appOf(payment),
    data: isSystemAdmin(caller) ? payment.data : null,
  };
}
