import { SESv2Client, SESv2ServiceException, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { MailMessage } from "#lib/mail/message.ts";
import { errorName, isTemporary } from "#lib/platform/aws-errors.ts";
import { awsSettings } from "#lib/platform/aws-settings.ts";
import { perService } from "#lib/platform/per-service.ts";
import type { MessageTags } from "./message-tags.ts";
import type { SendResult } from "./send-result.ts";

const TIMEOUT_MS = 10_000;

const ses = /* @__PURE__ */ perService(
  // SES has no idempotency, so a repetition is a second mail: only the schedule of retries repeats.
  () => new SESv2Client({ ...awsSettings("SESV2", TIMEOUT_MS), maxAttempts: 1 }),
);

/** Errors of SES about the message. All others are about the account, the identity or the connection. */
const ABOUT_MESSAGE: ReadonlySet<string> = new Set(["MessageRejected", "BadRequestException"]);

/**
 * Sends a message by Amazon SES. Never throws because of SES.
 *
 * @param configurationSet - reports bounces and complaints, with the tags
 */
export async function sendBySes(
  { from, to, raw }: MailMessage,
  {
    configurationSet,
    tags = {},
  }: { configurationSet?: string | undefined; tags?: Partial<MessageTags> } = {},
): Promise<SendResult> {
  const command = new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: { Raw: { Data: raw } },
    EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
    ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet }),
  });
  try {
    const { MessageId = "" } = await ses().send(command);
    return { outcome: "sent", transportId: MessageId };
  } catch (error) {
    if (!(error instanceof SESv2ServiceException) && !isTemporary(error)) throw error;
    return { outcome: ABOUT_MESSAGE.has(error.name) ? "failed" : "retry", reason: errorName(error) };
  }
}
