/** An error response of an AWS service: `__type`, message, HTTP status. */
export class AwsError extends Error {
  readonly type: string;
  readonly status: number;
  /** The older name of the error, which SQS also sends (`x-amzn-query-error`). */
  readonly queryCode: string | undefined;

  constructor(type: string, message: string, options: { status?: number; queryCode?: string } = {}) {
    super(message);
    this.name = type.slice(type.indexOf("#") + 1);
    this.type = type;
    this.status = options.status ?? 400;
    this.queryCode = options.queryCode;
  }
}

/** Creates the error for a request that can't be parsed. */
export const serializationError = (message: string): AwsError =>
  new AwsError("com.amazon.coral.service#SerializationException", message);
