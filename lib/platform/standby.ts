/**
 * Whether an error says that the policy of a standby denied a call: the functions of a service that is not the home may change nothing
 * (ADR 0030). A call that a role was just never granted is something else.
 */
export function isDeniedToStandby(error: unknown): boolean {
  const { name, message } = (error ?? {}) as { name?: string; message?: string };
  return (
    (name === "AccessDeniedException" || name === "AccessDenied") &&
    message?.includes("with an explicit deny in an identity-based policy") === true
  );
}
