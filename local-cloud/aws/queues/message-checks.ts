import type { MessageAttribute, OutgoingMessage } from "#local-cloud/aws/types.ts";
import { messageBytes } from "./message-digest.ts";
import { MAXIMUM_DELAY_SECONDS, type Queue } from "./queue.ts";
import { invalidValue, missingParameter, queueError } from "./queue-errors.ts";

const MAXIMUM_ATTRIBUTES = 10;
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const GROUP = /^[\w!"#$%&'()*+,\-./:;<=>?@[\\\]^`{|}~]{1,128}$/;
const DATA_TYPE = /^(String|Number|Binary)(\..+)?$/;
const ATTRIBUTE_NAME = /^(?!(aws|amazon)\.)[\w\-.]{1,256}$/i;

/** Throws the error of SQS for a message that is invalid for its queue. */
export function validateMessage(queue: Queue, message: OutgoingMessage): void {
  if (message.body === "") throw missingParameter("MessageBody");
  if (FORBIDDEN.test(message.body)) throw queueError("InvalidMessageContents");
  validateDelay(queue, message.delaySeconds);
  validateOrdering(queue, message);
  const attributes = message.messageAttributes ?? {};
  validateAttributes(attributes);
  if (messageBytes(message.body, attributes) > queue.maximumBytes)
    throw queueError(
      "InvalidParameterValueException",
      `One or more parameters are invalid. Reason: Message must be shorter than ${queue.maximumBytes} bytes.`,
    );
}

function validateDelay(queue: Queue, seconds: number | undefined): void {
  if (seconds === undefined) return;
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > MAXIMUM_DELAY_SECONDS)
    throw invalidValue("DelaySeconds", seconds, `DelaySeconds must be >= 0 and <= ${MAXIMUM_DELAY_SECONDS}.`);
  if (queue.fifo && seconds !== 0)
    throw invalidValue(
      "DelaySeconds",
      seconds,
      "The request include parameter that is not valid for this queue type.",
    );
}

function validateOrdering(queue: Queue, { groupId, deduplicationId }: OutgoingMessage): void {
  if (queue.fifo && groupId === undefined) throw missingParameter("MessageGroupId");
  if (groupId !== undefined && !GROUP.test(groupId))
    throw invalidValue(
      "MessageGroupId",
      groupId,
      "MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.",
    );
  if (!queue.fifo && deduplicationId !== undefined)
    throw invalidValue(
      "MessageDeduplicationId",
      deduplicationId,
      "The request includes a parameter that is not valid for this queue type.",
    );
  if (queue.fifo && deduplicationId === undefined && !queue.contentDeduplication)
    throw queueError(
      "InvalidParameterValueException",
      "The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly.",
    );
}

function validateAttributes(attributes: Readonly<Record<string, MessageAttribute>>): void {
  const entries = Object.entries(attributes);
  if (entries.length > MAXIMUM_ATTRIBUTES)
    throw queueError(
      "InvalidParameterValueException",
      `Number of message attributes [${entries.length}] exceeds the allowed maximum [${MAXIMUM_ATTRIBUTES}].`,
    );
  for (const [name, attribute] of entries) {
    if (!ATTRIBUTE_NAME.test(name))
      throw queueError(
        "InvalidParameterValueException",
        `Message (user) attribute name '${name}' is invalid.`,
      );
    if (!DATA_TYPE.test(attribute.DataType))
      throw queueError(
        "InvalidParameterValueException",
        `The type of message (user) attribute '${name}' is invalid. You must use only the following supported type prefixes: Binary, Number, String.`,
      );
    if (!(attribute.DataType.startsWith("Binary") ? attribute.BinaryValue : attribute.StringValue))
      throw queueError(
        "InvalidParameterValueException",
        `Message (user) attribute '${name}' must contain a non-empty value of its type.`,
      );
  }
}
