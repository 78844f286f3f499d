import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { Failure } from "#lib/failures.ts";
import { env } from "#lib/platform/env.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";

/** Error codes of the library for a missing response, or one that is not from a provider. */
const NO_ANSWER = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM"]);

/**
 * Throws the failure for an error at the provider, and logs the code of the error, but not its text.
 *
 * @throws {Failure} `temporarily_unavailable`, `forbidden`
 */
export function providerFailure(error: unknown): never {
  const name = env("OIDC_NAME");
  if (error instanceof AuthorizationResponseError && error.error === "access_denied")
    throw new Failure("forbidden", `The sign-in with ${name} was cancelled or denied.`);
  logSecurityEvent({ kind: "sign_in.provider_failed", reason: reasonOf(error) });
  if (isUnanswered(error))
    throw new Failure("temporarily_unavailable", `${name} is not available at the moment. Try again later.`);
  throw new Failure(
    "forbidden",
    `The response from ${name} is invalid, so you are not signed in. Try again.`,
  );
}

/** `fetch` throws a TypeError for every network error. Those of the library have a code. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ClientError
    ? NO_ANSWER.has(error.code ?? "")
    : error instanceof TypeError && !("code" in error);

/** A code such as `invalid_client`. Longer texts of a provider are not logged. */
const WORD = /^[\w-]{1,64}$/;

function reasonOf(error: unknown): string {
  const { code, name } = Object(error);
  const isErrorResponse = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError;
  const reason = String(isErrorResponse ? error.error : (code ?? name));
  return WORD.test(reason) ? reason : "no_word";
}
