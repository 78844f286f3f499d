import { CfnOutput, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Bundle } from "#infra/bundle.ts";
import { Alarms } from "#infra/constructs/alarms.ts";
import { Api } from "#infra/constructs/api.ts";
import { Data } from "#infra/constructs/data.ts";
import { makeFunctions } from "#infra/constructs/functions.ts";
import type { Registry } from "#infra/registry.ts";
import type { Stage } from "#infra/stage.ts";

interface AlmanacStackProps {
  stage: Stage;
  registry: Registry;
  bundles: ReadonlyMap<string, Bundle>;
  rateLimitPerMinute: number;
  /** Who is written to when an alarm rings. */
  alarmEmail: string | undefined;
}

/**
 * The whole service: data, functions and the API. One stack, so that `cdk deploy` alone deploys it.
 * Paths of constructs under `Data` are part of the logical ids of what holds data: never move them.
 */
export class AlmanacStack extends Stack {
  constructor(scope: Construct, id: string, props: AlmanacStackProps) {
    const { stage, registry, bundles, rateLimitPerMinute } = props;
    super(scope, id, { description: `Almanac (${stage.name})`, terminationProtection: stage.keepsData });
    const data = new Data(this, "Data", { stage, consumers: registry.consumers.map(({ spec }) => spec) });
    const functions = makeFunctions(this, { stage, data, registry, bundles, rateLimitPerMinute });
    const api = new Api(this, "Api", { stage, registry, functions });
    new Alarms(this, "Alarms", { data, api, registry, functions, email: props.alarmEmail });
    this.addOutputs({
      BaseUrl: api.restApi.urlForPath().replace(/\/$/, ""),
      TableName: data.table.tableName,
      EventsQueueUrl: data.events.queue.queueUrl,
      DeliveriesQueueUrl: data.deliveries.queue.queueUrl,
      SecretsKeyId: data.secrets.keyArn,
      NextCommand: `npm run admin -- --stack ${this.stackName} users create --email you@example.com --name "Your Name"`,
    });
  }

  private addOutputs(outputs: Record<string, string>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
