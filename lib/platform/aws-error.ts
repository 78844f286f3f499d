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

/** Whether an error is an error response of AWS of this type. */
export const isAwsError = (error: unknown, type: string): error is AwsError =>
  error instanceof AwsError && error.name === type;
