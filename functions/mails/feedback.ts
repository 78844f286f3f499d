import { queueConsumer } from "#lib/entry/consumers/queue-consumer.ts";
import { MailFeedback, recordFeedback } from "#lib/mail/emails/record-feedback.ts";

/** Records which mails were delivered, bounced or led to a complaint. */
export const handler = queueConsumer(
  {
    id: "mails.feedback",
    summary: "Records what Amazon SES reports about mails: delivered, bounced, or a complaint",
    source: { queue: "mailFeedback", batchSize: 10, maxConcurrency: 5 },
    message: MailFeedback,
    timeoutSeconds: 30,
    requiredSetting: "MAIL_CONFIGURATION_SET",
    permissions: ["table:GetItem", "table:PutItem"],
  },
  recordFeedback,
);
