import { type Caller, isSystemAdmin } from "#lib/access/caller.ts";
import type { StoredPayment } from "./entity.ts";
import type { Payment } from "./model.ts";

/**
 * A payment as a caller sees it: its `data` is for system admins alone. What they see has a version below zero, so that
 * the same payment has one entity tag with its `data` and another without.
 */
export function shownPayment(caller: Caller, payment: StoredPayment): Payment & { version: number } {
  const isForAdmin = isSystemAdmin(caller);
  return {
    ...payment,
    app: payment.appId === null ? null : { slug: payment.appId },
    data: isForAdmin ? payment.data : null,
    version: isForAdmin ? -payment.version : payment.version,
  };
}
