import { log } from "#lib/platform/log.ts";

/** What an operator should hear of, for somebody may try to get in. */
export type SecurityEvent =
  | { kind: "code_reused" | "refresh_token_reused"; clientId: string; userId: number; grantId: string }
  | { kind: "client_authentication_failed"; clientId: string };

/** Leaves a line of its own for a security event; ids only, never what was sent. */
export const tellSecurityEvent = (event: SecurityEvent): void => log("warn", "security", event);
