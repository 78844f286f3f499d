import { Alarm, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import {
  type AlarmDefinition,
  type AlarmDefinitions,
  alarmDescription,
} from "#infra/constructs/alarm-definition.ts";
import type { Api } from "#infra/constructs/api.ts";
import { apiAlarms } from "#infra/constructs/api-alarms.ts";
import { notifyOfFailedCopies } from "#infra/constructs/backup-notice.ts";
import { calendarAlarms } from "#infra/constructs/calendar-alarms.ts";
import { consumerAlarms } from "#infra/constructs/consumer-alarms.ts";
import { dataAlarms } from "#infra/constructs/data-alarms.ts";
import { deliveryAlarms } from "#infra/constructs/delivery-alarms.ts";
import { mailAlarms } from "#infra/constructs/mail-alarms.ts";
import { securityAlarms } from "#infra/constructs/security-alarms.ts";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import type { Registry } from "#infra/registry.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";
import type { Stage } from "#infra/stage.ts";

interface AlarmsProps {
  stage: Stage;
  data: DataStack;
  api: Api;
  registry: Registry;
  functions: ReadonlyMap<string, ServiceFunction>;
  /** The configuration set of Amazon SES, if it sends mails. */
  configurationSet: string | undefined;
  /** Address that receives alarms; without it, alarms are visible only in CloudWatch. */
  email: string | undefined;
}

/** CloudWatch alarms. Each one needs an operator: something fails or is late, or an attack is possible. */
export class Alarms extends Construct {
  readonly #topic: Topic | undefined;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { data, api, email, configurationSet } = props;
    this.#topic = email === undefined ? undefined : createTopic(this, email);
    const definitions: AlarmDefinitions = {
      ...dataAlarms(data),
      ...apiAlarms(this, api),
      ...deliveryAlarms(this),
      ...calendarAlarms(this),
      ...mailAlarms(this, { data, configurationSet }),
      ...consumerAlarms(props),
      ...securityAlarms(this),
    };
    for (const [name, definition] of Object.entries(definitions)) this.#add(name, definition);
    if (this.#topic && data.vaultName !== undefined) notifyOfFailedCopies(this, data.vaultName, this.#topic);
  }

  #add(name: string, definition: AlarmDefinition): void {
    const { metric, threshold, periods, isMissingDataBreaching = false } = definition;
    const alarm = new Alarm(this, name, {
      alarmDescription: alarmDescription(definition),
      metric,
      threshold,
      evaluationPeriods: periods,
      treatMissingData: isMissingDataBreaching ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (this.#topic !== undefined) alarm.addAlarmAction(new SnsAction(this.#topic));
  }
}

function createTopic(scope: Construct, email: string): Topic {
  const topic = new Topic(scope, "Topic", { enforceSSL: true });
  topic.grantPublish(new ServicePrincipal("cloudwatch.amazonaws.com"));
  topic.addSubscription(new EmailSubscription(email));
  return topic;
}
