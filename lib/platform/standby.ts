/**
 * Whether the IAM policy of a standby denied a call, because only functions in the home region may write (ADR 0030). It is false for a call
 * that lacks a permission.
 */
export function isDeniedToStandby(error: unknown): boolean {
  const { name, message } = (error ?? {}) as { name?: string; message?: string };
  return (
    (name === "AccessDeniedException" || name === "AccessDenied") &&
    message?.includes("with an explicit deny in an identity-based policy") === true
  );
}
