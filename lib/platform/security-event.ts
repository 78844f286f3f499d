import type { FailureCode } from "#lib/failures.ts";
import { log } from "./log.ts";
import { metrics } from "./metrics.ts";

/** A possible attack. Each kind is a metric with the same name. */
export type SecurityEvent =
  | { kind: "code.reused" | "refresh.reused"; clientId: string; userId: number; grantId: string }
  | { kind: "client.auth_failed"; clientId: string }
  | { kind: "sign_in.failed"; userId: number | undefined; isKnownDevice: boolean }
  | { kind: "sign_in.throttled"; subject: string }
  | { kind: "sign_in.locked_user"; userId: number }
  | { kind: "sign_in.provider_failed"; reason: string }
  | { kind: "sign_in.provider_user_rejected"; failure: FailureCode };

/** Logs a security event as a separate line with a metric. It contains only ids, never input. */
export const logSecurityEvent = (event: SecurityEvent): void =>
  log("warn", "security", { ...event, ...metrics<SecurityEvent["kind"]>({ [event.kind]: 1 }) });
