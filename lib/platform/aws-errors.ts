import { isServerError, isThrottlingError, isTransientError } from "@smithy/core/retry";
import { isObject } from "./is-object.ts";

/** Whether an error has the name of this error of AWS. Names are compared, because each client has classes of its own. */
export const isAwsError = <E extends Error>(error: unknown, name: E["name"]): error is E =>
  error instanceof Error && error.name === name;

/**
 * Whether a call of AWS failed at each attempt for a reason that may pass: it was throttled, failed on AWS's side, or got no response. The
 * SDK's classification decides, and no list of names in this project.
 */
export const isTemporary = (error: unknown): error is SdkError =>
  isSdkError(error) && (isThrottlingError(error) || isTransientError(error) || isServerError(error));

type SdkError = Parameters<typeof isThrottlingError>[0];

const isSdkError = (error: unknown): error is SdkError => error instanceof Error;

/** The name of an error for the log: for one of the connection its code, such as `ECONNRESET`. */
export const errorName = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : error.name;

/**
 * Whether the IAM policy of a standby denied a call, because only functions in the home region may write (ADR 0030). It is false for a call
 * that lacks a permission.
 */
export function isDeniedToStandby(error: unknown): boolean {
  if (!isObject(error)) return false;
  const { name, message } = error;
  return (
    (name === "AccessDeniedException" || name === "AccessDenied") &&
    typeof message === "string" &&
    message.includes("with an explicit deny in an identity-based policy")
  );
}
