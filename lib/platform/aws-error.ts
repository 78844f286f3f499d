/** An error response of AWS. */
export class AwsError extends Error {
  /** The body of the response, for the fields that some errors have. */
  readonly details: object;
  /** Read by the SDK's classification of errors. */
  readonly $metadata: { httpStatusCode: number; clockSkewCorrected: boolean };

  /** @param type such as `ThrottlingException` */
  constructor(
    type: string,
    message: string,
    { status = 400, details = {}, clockSkewCorrected = false } = {},
  ) {
    super(message);
    this.name = type;
    this.details = details;
    this.$metadata = { httpStatusCode: status, clockSkewCorrected };
  }
}

/**
 * Thrown if a service throttled, failed or did not respond at each attempt, so that a later call may succeed. It has the name and details of
 * the last error; an error of the connection has its code as its name, such as `ECONNRESET`.
 */
export class TemporaryAwsError extends AwsError {
  constructor(cause: Error & { code?: unknown }) {
    const { details, $metadata } = cause instanceof AwsError ? cause : new AwsError("", "", { status: 503 });
    const name = typeof cause.code === "string" ? cause.code : cause.name;
    super(name, cause.message, { status: $metadata.httpStatusCode, details });
    this.cause = cause;
  }
}

/** Whether an error is an error response of AWS of this type. */
export const isAwsError = (error: unknown, type: string): error is AwsError =>
  error instanceof AwsError && error.name === type;
