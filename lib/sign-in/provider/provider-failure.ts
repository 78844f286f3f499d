import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { Failure } from "#lib/failures.ts";
import { env } from "#lib/platform/env.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";

/** Errors of the library that say: no answer, or none of a provider. */
const NO_ANSWER = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM"]);

/**
 * Tells the user what went wrong at the provider, and the operator by which error; its text is not logged.
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

/** `fetch` throws a TypeError for whatever goes wrong on the way; those of the library have a code. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ClientError
    ? NO_ANSWER.has(error.code ?? "")
    : error instanceof TypeError && !("code" in error);

/** A word such as `invalid_client`; what a provider made of more is not logged. */
const WORD = /^[\w-]{1,64}$/;

function reasonOf(error: unknown): string {
  const { code, name } = Object(error);
  const isAnswer = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError;
  const reason = String(isAnswer ? error.error : (code ?? name));
  return WORD.test(reason) ? reason : "no_word";
}
