import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { AlarmDefinitions } from "#infra/constructs/alarm-definition.ts";
import { expression, PERIOD, serviceMetric } from "#infra/constructs/metric.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";

const LATE_MAIL = Duration.minutes(10);
/** Parts of the mails. From 5 % and 0.1 % on, AWS reviews an account. */
const BOUNCED = 0.02;
const COMPLAINED = 0.001;

interface MailAlarmsProps {
  data: DataStack;
  /** The configuration set of SES; undefined if an SMTP server sends the mails. */
  configurationSet: string | undefined;
}

/** Alarms for mails that are late, bounce, or lead to complaints. */
export function mailAlarms(scope: Construct, { data, configurationSet }: MailAlarmsProps): AlarmDefinitions {
  const { mails } = data;
  if (!mails) return {};
  const age = serviceMetric(scope, "mail.age", { statistic: "Maximum" });
  const waiting = mails.queue.metricApproximateAgeOfOldestMessage({ period: PERIOD });
  return {
    MailsLate: {
      metric: expression("oldest mail, s", "IF(age / 1000 > waiting, age / 1000, waiting)", { age, waiting }),
      threshold: LATE_MAIL.toSeconds(),
      // The age is known only at an attempt, and those of a late mail are up to six hours apart.
      periods: 1,
      summary: "The oldest mail that could not be sent is ten minutes old.",
      runbook: "mails-late.md",
    },
    ...(configurationSet !== undefined && reputationAlarms(configurationSet)),
  };
}

/** SES computes both rates from a number of mails that is representative, so a single bounce does not set off an alarm. */
function reputationAlarms(configurationSet: string): AlarmDefinitions {
  const rate = (metricName: string) =>
    new Metric({
      namespace: "AWS/SES",
      metricName,
      dimensionsMap: { "ses:configuration-set": configurationSet },
      statistic: "Maximum",
      period: Duration.hours(1),
    });
  return {
    MailsBounce: {
      metric: rate("Reputation.BounceRate"),
      threshold: BOUNCED,
      periods: 1,
      summary: "At least 2 % of all mails bounce.",
      runbook: "mails-bounce.md",
    },
    MailsComplained: {
      metric: rate("Reputation.ComplaintRate"),
      threshold: COMPLAINED,
      periods: 1,
      summary: "At least 0.1 % of all mails lead to complaints.",
      runbook: "mails-complained.md",
    },
  };
}
