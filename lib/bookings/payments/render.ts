import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import type { StoredPayment } from "./entity.ts";
import { appOf } from "./fields.ts";
import type { Payment } from "./schema.ts";

/** A payment as the API shows it to a caller: its `data` is for system admins alone. */
export function renderPayment(caller: Caller, payment: StoredPayment): Payment & { version: number } {
  return {
    ...payment,
    app: appOf(payment),
    data: isSystemAdmin(caller) ? payment.data : null,
  };
}
