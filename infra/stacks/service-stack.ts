import { CfnOutput, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Bundle } from "#infra/bundle.ts";
import { Alarms } from "#infra/constructs/alarms.ts";
import { Api } from "#infra/constructs/api.ts";
import { makeFunctions } from "#infra/constructs/functions.ts";
import type { Outputs } from "#infra/outputs.ts";
import type { Registry } from "#infra/registry.ts";
import { DataStack } from "#infra/stacks/data-stack.ts";
import type { Stage } from "#infra/stage.ts";
import type { Variable } from "#lib/platform/env.ts";

interface ServiceStackProps {
  stage: Stage;
  registry: Registry;
  bundles: ReadonlyMap<string, Bundle>;
  rateLimitPerMinute: number;
  settings: Partial<Record<Variable, string>>;
  /** Who is written to when an alarm rings. */
  alarmEmail: string | undefined;
}

/**
 * The service: functions, the API and alarms, and the data in a stack nested in it, so that `cdk deploy` alone deploys both
 * (ADR 0007).
 */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    const { stage, registry, bundles, rateLimitPerMinute, settings } = props;
    super(scope, id, { description: `Almanac (${stage.name})`, terminationProtection: stage.keepsData });
    const data = new DataStack(this, "Data", {
      stage,
      consumers: registry.consumers.map(({ spec }) => spec),
    });
    const functions = makeFunctions(this, { stage, data, registry, bundles, rateLimitPerMinute, settings });
    const api = new Api(this, "Api", { stage, registry, functions });
    new Alarms(this, "Alarms", { data, api, registry, functions, email: props.alarmEmail });
    this.addOutputs({
      BaseUrl: api.restApi.urlForPath().replace(/\/$/, ""),
      ...outputsOf(data),
      NextCommand: `npm run admin -- --stack ${this.stackName} users create --email you@example.com --name "Your Name"`,
    });
  }

  private addOutputs(outputs: Record<string, string>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}

/** The names by which what holds data is found. */
const outputsOf = ({ table, secrets, streamDeadLetters, ...queues }: DataStack): Outputs => ({
  TableName: table.tableName,
  EventsQueueUrl: queues.events.queue.queueUrl,
  DeliveriesQueueUrl: queues.deliveries.queue.queueUrl,
  TimersQueueUrl: queues.timers.queue.queueUrl,
  PaymentsQueueUrl: queues.payments.queue.queueUrl,
  EventsDeadLettersUrl: queues.events.deadLetters.queueUrl,
  DeliveriesDeadLettersUrl: queues.deliveries.deadLetters.queueUrl,
  TimersDeadLettersUrl: queues.timers.deadLetters.queueUrl,
  PaymentsDeadLettersUrl: queues.payments.deadLetters.queueUrl,
  StreamDeadLettersUrl: streamDeadLetters.queueUrl,
  SecretsKeyId: secrets.keyArn,
});
