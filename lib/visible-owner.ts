import { type Caller, isSystemAdmin } from "./caller.ts";

/**
 * Whose event types and webhooks a caller sees and changes: their own, everybody's for a system admin. The admin of an
 * organisation sees no more than others.
 */
export const visibleOwner = (caller: Caller): number | "everybody" =>
  isSystemAdmin(caller) ? "everybody" : caller.userId;
