import { AwsError } from "#local-cloud/aws/aws-error.ts";

/** Name of each SQS error → its older name and its default message. */
const ERRORS = {
  BatchEntryIdsNotDistinct: [
    "AWS.SimpleQueueService.BatchEntryIdsNotDistinct",
    "Two or more batch entries in the request have the same Id.",
  ],
  BatchRequestTooLong: [
    "AWS.SimpleQueueService.BatchRequestTooLong",
    "Batch requests cannot be longer than 1048576 bytes.",
  ],
  EmptyBatchRequest: [
    "AWS.SimpleQueueService.EmptyBatchRequest",
    "There should be at least one entry in the request.",
  ],
  InvalidBatchEntryId: [
    "AWS.SimpleQueueService.InvalidBatchEntryId",
    "A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.",
  ],
  InvalidAttributeName: ["InvalidAttributeName", "Unknown Attribute."],
  InvalidMessageContents: [
    "InvalidMessageContents",
    "Invalid characters were found in the message: only #x9, #xA, #xD and #x20 up, without #xFFFE and #xFFFF, are allowed.",
  ],
  InvalidParameterValueException: ["InvalidParameterValue", "A parameter is invalid."],
  MessageNotInflight: [
    "AWS.SimpleQueueService.MessageNotInflight",
    "The message referred to isn't in flight.",
  ],
  MissingRequiredParameterException: ["MissingParameter", "A parameter is missing."],
  PurgeQueueInProgress: [
    "AWS.SimpleQueueService.PurgeQueueInProgress",
    "Only one PurgeQueue operation is allowed every 60 seconds.",
  ],
  QueueDoesNotExist: ["AWS.SimpleQueueService.NonExistentQueue", "The specified queue does not exist."],
  ReceiptHandleIsInvalid: ["ReceiptHandleIsInvalid", "The input receipt handle is invalid."],
  ResourceNotFoundException: [
    "ResourceNotFoundException",
    "The resource that you specified for the SourceArn parameter doesn't exist.",
  ],
  TooManyEntriesInBatchRequest: [
    "AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
    "Maximum number of entries per request are 10.",
  ],
} as const;

/** Creates the SQS error of that name. */
export function queueError(name: keyof typeof ERRORS, message?: string): AwsError {
  const [queryCode, defaultMessage] = ERRORS[name];
  return new AwsError(`com.amazonaws.sqs#${name}`, message ?? defaultMessage, { queryCode });
}

/** Creates SQS's error InvalidParameterValue. */
export const invalidValue = (parameter: string, value: unknown, reason: string): AwsError =>
  queueError(
    "InvalidParameterValueException",
    `Value ${String(value)} for parameter ${parameter} is invalid. Reason: ${reason}`,
  );

/** Creates SQS's error MissingParameter. */
export const missingParameter = (parameter: string): AwsError =>
  queueError("MissingRequiredParameterException", `The request must contain the parameter ${parameter}.`);
