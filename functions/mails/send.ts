import { queueConsumer } from "#lib/entry/consumers/queue-consumer.ts";
import { EmailMessage } from "#lib/mail/emails/messages.ts";
import { processEmail } from "#lib/mail/emails/process-email.ts";

/** Sends mails about bookings. */
export const handler = queueConsumer(
  {
    id: "mails.send",
    summary: "Sends mails about bookings to their guests and hosts",
    source: { queue: "mails", batchSize: 1, maxConcurrency: 20 },
    message: EmailMessage,
    timeoutSeconds: 60,
    requiredSetting: "MAIL_FROM",
    permissions: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:Query",
      "table:PutItem",
      "table:UpdateItem",
      "timers:SendMessage",
      "cursors:GenerateMac",
      "smtpSecret:GetSecretValue",
      "mailIdentity:SendEmail",
      "mailIdentity:SendRawEmail",
    ],
    settings: ["MAIL_FROM", "MAIL_DOMAIN", "MAIL_LANGUAGES"],
  },
  (message) => processEmail(message),
);
