import type { FailureCode } from "#lib/failures.ts";
import { log } from "./log.ts";
import { metrics } from "./metrics.ts";

/** What an operator should hear of, for somebody may try to get in. Each kind is a metric of that name. */
export type SecurityEvent =
  | { kind: "code.reused" | "refresh.reused"; clientId: string; userId: number; grantId: string }
  | { kind: "client.auth_failed"; clientId: string }
  | { kind: "sign_in.failed"; userId: number | undefined; isKnownDevice: boolean }
  | { kind: "sign_in.throttled"; subject: string }
  | { kind: "sign_in.locked_user"; userId: number }
  | { kind: "sign_in.provider_failed"; reason: string }
  | { kind: "sign_in.provider_user_rejected"; failure: FailureCode };

/** Leaves a line of its own for a security event, and counts it; ids only, never what was sent. */
export const logSecurityEvent = (event: SecurityEvent): void =>
  log("warn", "security", { ...event, ...metrics<SecurityEvent["kind"]>({ [event.kind]: 1 }) });
