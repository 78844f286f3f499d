import { type Caller, isSystemAdmin } from "#lib/access/caller.ts";
import type { StoredPayment } from "./entity.ts";
import type { Payment } from "./model.ts";

/** A payment as a caller sees it: its `data` is for system admins alone. */
export const shownPayment = (caller: Caller, payment: StoredPayment): Payment => ({
  ...payment,
  app: payment.appId === null ? null : { slug: payment.appId },
  data: isSystemAdmin(caller) ? payment.data : null,
});
