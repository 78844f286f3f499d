import {
  BadRequestException,
  MessageRejected,
  NotFoundException,
  SESv2Client,
  SendEmailCommand,
  SendingPausedException,
  TooManyRequestsException,
} from "@aws-sdk/client-sesv2";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { MailMessage } from "#lib/mail/message.ts";
import { sendBySes } from "#lib/mail/transports/ses.ts";

const ses = mockClient(SESv2Client);
beforeEach(() => {
  ses.reset();
});
afterAll(() => ses.restore());

const MESSAGE: MailMessage = {
  ...{ id: "<1@example.com>", from: "bookings@example.com", to: "ann@example.com" },
  raw: Buffer.from("Subject: Hello\r\n\r\nA line\r\n"),
};

test("a message is sent as it was composed, to its recipient", async () => {
  ses.on(SendEmailCommand).resolves({ MessageId: "0100-ses" });
  expect(await sendBySes(MESSAGE, { configurationSet: "almanac", tags: { userId: "7" } })).toEqual({
    outcome: "sent",
    transportId: "0100-ses",
  });
  expect(ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input)).toEqual([
    {
      FromEmailAddress: "bookings@example.com",
      Destination: { ToAddresses: ["ann@example.com"] },
      Content: { Raw: { Data: MESSAGE.raw } },
      EmailTags: [{ Name: "userId", Value: "7" }],
      ConfigurationSetName: "almanac",
    },
  ]);
});

const withText = { message: "Address ann@example.com is not verified", $metadata: {} };
const timeout = Object.assign(new Error("timeout"), { name: "TimeoutError" });
const reset = Object.assign(new Error("reset"), { code: "ECONNRESET" });
const serverError = Object.assign(new Error("x"), {
  name: "InternalFailure",
  $metadata: { httpStatusCode: 500 },
});

test.each([
  [new MessageRejected(withText), "failed", "MessageRejected"],
  [new BadRequestException(withText), "failed", "BadRequestException"],
  [new TooManyRequestsException(withText), "retry", "TooManyRequestsException"],
  [new SendingPausedException(withText), "retry", "SendingPausedException"],
  [new NotFoundException(withText), "retry", "NotFoundException"],
  [timeout, "retry", "TimeoutError"],
  [reset, "retry", "ECONNRESET"],
  [serverError, "retry", "InternalFailure"],
])("%s", async (error, ...[outcome, reason]) => {
  ses.on(SendEmailCommand).rejects(error);
  expect(await sendBySes(MESSAGE)).toEqual({ outcome, reason });
  expect(ses.calls()).toHaveLength(1);
});

test("an error of the program is none of SES", async () => {
  ses.on(SendEmailCommand).rejects(new TypeError("x is undefined"));
  await expect(sendBySes(MESSAGE)).rejects.toThrow(TypeError);
});
