import { Alarm, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Api } from "#infra/constructs/api.ts";
import { apiWatches } from "#infra/constructs/api-watches.ts";
import { consumerWatches } from "#infra/constructs/consumer-watches.ts";
import { dataWatches } from "#infra/constructs/data-watches.ts";
import { deliveryWatches } from "#infra/constructs/delivery-watches.ts";
import { securityWatches } from "#infra/constructs/security-watches.ts";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import { alarmDescription, type Watch, type Watches } from "#infra/constructs/watch.ts";
import type { Registry } from "#infra/registry.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";
import type { Stage } from "#infra/stage.ts";

interface AlarmsProps {
  stage: Stage;
  data: DataStack;
  api: Api;
  registry: Registry;
  functions: ReadonlyMap<string, ServiceFunction>;
  /** Address that receives alarms; without it, alarms are visible only in CloudWatch. */
  email: string | undefined;
}

/** CloudWatch alarms. Each one needs an operator: something is broken or late, or somebody tries to break in. */
export class Alarms extends Construct {
  readonly #topic: Topic | undefined;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { data, api, email } = props;
    this.#topic = email === undefined ? undefined : makeTopic(this, email);
    const watches: Watches = {
      ...dataWatches(data),
      ...apiWatches(this, api),
      ...deliveryWatches(this),
      ...consumerWatches(props),
      ...securityWatches(this),
    };
    for (const [name, watch] of Object.entries(watches)) this.#add(name, watch);
  }

  #add(name: string, watch: Watch): void {
    const { metric, threshold, periods, silenceIsTrouble = false } = watch;
    const alarm = new Alarm(this, name, {
      alarmDescription: alarmDescription(watch),
      metric,
      threshold,
      evaluationPeriods: periods,
      treatMissingData: silenceIsTrouble ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (this.#topic !== undefined) alarm.addAlarmAction(new SnsAction(this.#topic));
  }
}

function makeTopic(scope: Construct, email: string): Topic {
  const topic = new Topic(scope, "Topic", { enforceSSL: true });
  topic.grantPublish(new ServicePrincipal("cloudwatch.amazonaws.com"));
  topic.addSubscription(new EmailSubscription(email));
  return topic;
}
