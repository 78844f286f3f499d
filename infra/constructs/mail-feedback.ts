import { Stack } from "aws-cdk-lib";
import { EventField, Rule, RuleTargetInput } from "aws-cdk-lib/aws-events";
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { MailFeedback as Feedback } from "#lib/mail/emails/record-feedback.ts";

interface MailFeedbackProps {
  queue: Queue;
  configurationSet: string;
}

const path = (name: string): string => EventField.fromPath(`$.${name}`);
const REPORTED = {
  type: path("detail-type"),
  messageId: path("detail.mail.messageId"),
  tags: path("detail.mail.tags"),
};
const BOUNCED = {
  ...REPORTED,
  bounceType: path("detail.bounce.bounceType"),
  bounceSubType: path("detail.bounce.bounceSubType"),
};

/** Sends what SES reports about the mails of one configuration set to a queue: ids only, because its events contain addresses. */
export class MailFeedback extends Construct {
  constructor(scope: Construct, id: string, { queue, configurationSet }: MailFeedbackProps) {
    super(scope, id);
    const set = Stack.of(this).formatArn({
      service: "ses",
      resource: "configuration-set",
      resourceName: configurationSet,
    });
    const addRule = (ruleId: string, detailType: Feedback["type"][], message: Record<string, string>) =>
      new Rule(this, ruleId, {
        eventPattern: { source: ["aws.ses"], detailType, resources: [set] },
        targets: [new SqsQueue(queue, { message: RuleTargetInput.fromObject(message) })],
      });
    addRule("Bounces", ["Email Bounced"], BOUNCED);
    addRule("Others", ["Email Delivered", "Email Complaint Received", "Email Rejected"], REPORTED);
  }
}
