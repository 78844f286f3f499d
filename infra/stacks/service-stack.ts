import { CfnOutput, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Bundle } from "#infra/bundle.ts";
import { Api } from "#infra/constructs/api.ts";
import { Canary } from "#infra/constructs/canary.ts";
import { createFunctions } from "#infra/constructs/functions.ts";
import { MailIdentity } from "#infra/constructs/mail-identity.ts";
import { createStandbyPolicy } from "#infra/constructs/standby-policy.ts";
import type { Outputs } from "#infra/outputs.ts";
import { variablesOf } from "#infra/read-settings.ts";
import type { Registry } from "#infra/registry.ts";
import type { Settings } from "#infra/settings.ts";
import { DataStack } from "#infra/stacks/data-stack.ts";
import { createMonitoring } from "#infra/stacks/monitoring-stack.ts";
import { stageOf } from "#infra/stage.ts";

interface ServiceStackProps {
  registry: Registry;
  bundles: ReadonlyMap<string, Bundle>;
  settings: Settings;
}

/**
 * The stack of the service: the API and the functions of a release's first wave. Nested stacks have the data, the functions that read,
 * that write and that run in the background, and the monitoring, so that one `cdk deploy` deploys all (ADRs 0007 and 0058).
 */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    const { registry, bundles, settings } = props;
    const stage = stageOf(settings);
    super(scope, id, { description: `Almanac (${stage.name})`, terminationProtection: stage.keepsData });
    const data = new DataStack(this, "Data", {
      stage,
      consumers: registry.consumers.map(({ spec }) => spec),
      settings,
    });
    const { rateLimitPerMinute, probeSecretArn } = settings;
    const standbyPolicy = createStandbyPolicy(this, { settings, data });
    const variables = variablesOf(settings);
    const functions = createFunctions(this, {
      ...{ stage, data, registry, bundles, rateLimitPerMinute, standbyPolicy },
      settings: variables,
    });
    const { mailDomain: domain, hostedZoneId } = settings;
    const { MAIL_CONFIGURATION_SET: configurationSet } = variables;
    const mail =
      configurationSet === undefined
        ? undefined
        : new MailIdentity(this, "Mail", { configurationSet, domain, hostedZoneId });
    const canary = stage.canary && new Canary(this, "Canary", { stage, functions, bundles, probeSecretArn });
    const api = new Api(this, "Api", { stage, settings, registry, functions });
    // The other functions that need it find it in their requests.
    functions.get("mails.send")?.lambda.addEnvironment("SERVICE_URL", variables.SERVICE_URL ?? api.baseUrl);
    const monitoring = createMonitoring(this, { stage, settings, data, api, registry, functions });
    this.addOutputs({
      BaseUrl: api.baseUrl,
      ...(monitoring?.dashboard && { DashboardUrl: monitoring.dashboard.url }),
      ...outputsOf(data),
      ...(!settings.passwordSignIn && { PasswordSignIn: "0" }),
      CursorsKeyId: data.cursors.keyArn,
      ...(standbyPolicy && { StandbyPolicyArn: standbyPolicy.managedPolicyArn }),
      ...api.domainOutputs,
      ...mail?.outputs,
      ...(canary && { ReleaseAlarmArn: canary.alarm.alarmArn }),
      NextCommand: `npm run admin -- --stack ${this.stackName} users create --email you@example.com --name "Your Name" --role ADMIN`,
    });
  }

  private addOutputs(outputs: Record<string, string>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}

/** The outputs with which commands find the table, the queues and the key. */
const outputsOf = ({ table, secrets, streamDeadLetters, mails, mailFeedback, ...queues }: DataStack) =>
  ({
    TableName: table.tableName,
    EventsQueueUrl: queues.events.queue.queueUrl,
    DeliveriesQueueUrl: queues.deliveries.queue.queueUrl,
    TimersQueueUrl: queues.timers.queue.queueUrl,
    CalendarWritesQueueUrl: queues.calendarWrites.queue.queueUrl,
    PaymentsQueueUrl: queues.payments.queue.queueUrl,
    CalendarsQueueUrl: queues.calendars.queue.queueUrl,
    EventsDeadLettersUrl: queues.events.deadLetters.queueUrl,
    DeliveriesDeadLettersUrl: queues.deliveries.deadLetters.queueUrl,
    TimersDeadLettersUrl: queues.timers.deadLetters.queueUrl,
    CalendarWritesDeadLettersUrl: queues.calendarWrites.deadLetters.queueUrl,
    PaymentsDeadLettersUrl: queues.payments.deadLetters.queueUrl,
    CalendarsDeadLettersUrl: queues.calendars.deadLetters.queueUrl,
    StreamDeadLettersUrl: streamDeadLetters.queueUrl,
    SecretsKeyId: secrets.keyArn,
    ...(mails && { MailsQueueUrl: mails.queue.queueUrl, MailsDeadLettersUrl: mails.deadLetters.queueUrl }),
    ...(mailFeedback && {
      MailFeedbackQueueUrl: mailFeedback.queue.queueUrl,
      MailFeedbackDeadLettersUrl: mailFeedback.deadLetters.queueUrl,
    }),
  }) satisfies Outputs;
