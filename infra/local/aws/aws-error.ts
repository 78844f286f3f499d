/** A refusal as an AWS service puts it on the wire: `__type`, message, HTTP status. */
export class AwsError extends Error {
  readonly type: string;
  readonly status: number;
  /** The older name of the error, which SQS sends beside the new one (`x-amzn-query-error`). */
  readonly queryCode: string | undefined;

  constructor(type: string, message: string, options: { status?: number; queryCode?: string } = {}) {
    super(message);
    this.name = type.slice(type.indexOf("#") + 1);
    this.type = type;
    this.status = options.status ?? 400;
    this.queryCode = options.queryCode;
  }
}

/** A request no operation could make sense of. */
export const unreadable = (message: string): AwsError =>
  new AwsError("com.amazon.coral.service#SerializationException", message);
