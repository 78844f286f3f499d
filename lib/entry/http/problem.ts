import { FAILURES, Failure, type FailureCode, type FieldProblem } from "#lib/failures.ts";
import { isDeniedToStandby, isTemporary } from "#lib/platform/aws-errors.ts";

/** The body of every error: RFC 9457, with `message` for older clients. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance?: string;
  code: FailureCode;
  message: string;
  requestId: string;
  errors: FieldProblem[];
  /** Extension members of some failures. */
  [extension: string]: unknown;
}

/** Seconds after which to retry on a standby. It takes an operator some time to make it the home region. */
const STANDBY_RETRY_SECONDS = "60";

const UNEXPECTED =
  "An unexpected error occurred. Try again. If the error persists, contact the operator with the request id.";

/** Renders a failure. The templates of API Gateway's own error responses are rendered by it, too. */
export function problemOf(failure: Failure, call: { requestId: string; instance?: string }): Problem {
  const { status, title } = FAILURES[failure.code];
  return {
    type: `urn:almanac:problem:${failure.code}`,
    title,
    status,
    detail: failure.message,
    ...(call.instance !== undefined && { instance: call.instance }),
    code: failure.code,
    message: failure.message,
    requestId: call.requestId,
    errors: failure.errors,
    ...failure.extensions,
  };
}

/** The failure of a body that is not JSON. */
export const INVALID_JSON = new Failure("invalid_request", "The body is not valid JSON.");

/** Converts an error to the failure that is returned to the client. It never contains the text of an unexpected error. */
export function failureFrom(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const statusCode = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  if (isTemporary(error))
    return new Failure("temporarily_unavailable", "The service is busy. Try again.", {
      headers: { "Retry-After": "1" },
    });
  if (isDeniedToStandby(error))
    return new Failure(
      "temporarily_unavailable",
      "This region is read-only at the moment. Try again later.",
      {
        headers: { "Retry-After": STANDBY_RETRY_SECONDS },
      },
    );
  // @middy/http-json-body-parser: wrong media type, malformed JSON, forbidden key.
  if (statusCode === 415) return new Failure("unsupported_media_type", "Send the body as application/json.");
  if (statusCode === 422 || statusCode === 400) return INVALID_JSON;
  return new Failure("internal_error", UNEXPECTED);
}
