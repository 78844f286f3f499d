import { Duration } from "aws-cdk-lib";
import { Alarm, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Api } from "#infra/constructs/api.ts";
import { constructId } from "#infra/constructs/functions.ts";
import { securityWatches } from "#infra/constructs/security-alarms.ts";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import { type Registry, required } from "#infra/registry.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";

interface AlarmsProps {
  data: DataStack;
  api: Api;
  registry: Registry;
  functions: ReadonlyMap<string, ServiceFunction>;
  /** Who is written to; without an address the alarms only show in CloudWatch. */
  email: string | undefined;
}

/** What an alarm watches: it rings when the metric reaches the threshold in each of some periods of 5 minutes. */
export interface Watch {
  metric: IMetric;
  threshold: number;
  periods: number;
  /** File under `docs/runbooks` that says what it means and what to do. */
  runbook: string;
  /** Whether no data at all is trouble too. */
  silenceIsTrouble?: boolean;
}

const period = Duration.minutes(5);
const BACKLOG_SECONDS = Duration.minutes(30).toSeconds();
const STREAM_BEHIND_MILLISECONDS = Duration.minutes(15).toMilliseconds();

/** The alarms an operator needs: each means that somebody waits for something that will not come by itself, or tries to get in. */
export class Alarms extends Construct {
  readonly #topic: Topic | undefined;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.#topic = props.email === undefined ? undefined : makeTopic(this, props.email);
    for (const [name, watch] of [...watches(props), ...securityWatches(this)]) this.#add(name, watch);
  }

  #add(name: string, { metric, threshold, periods, runbook, silenceIsTrouble = false }: Watch): void {
    const alarm = new Alarm(this, name, {
      alarmDescription: `See docs/runbooks/${runbook}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      treatMissingData: silenceIsTrouble ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (this.#topic !== undefined) alarm.addAlarmAction(new SnsAction(this.#topic));
  }
}

function watches({ data, api, registry, functions }: AlarmsProps): [string, Watch][] {
  const deadLetters = {
    Events: data.events.deadLetters,
    Deliveries: data.deliveries.deadLetters,
    Timers: data.timers.deadLetters,
    Payments: data.payments.deadLetters,
    Stream: data.streamDeadLetters,
  };
  const queues = {
    Events: data.events.queue,
    Deliveries: data.deliveries.queue,
    Timers: data.timers.queue,
    Payments: data.payments.queue,
  };
  return [
    ...Object.entries(deadLetters).map(([name, queue]): [string, Watch] => [
      `${name}DeadLetters`,
      {
        metric: queue.metricApproximateNumberOfMessagesVisible({ period, statistic: "Maximum" }),
        threshold: 1,
        periods: 1,
        runbook: "dead-letters.md",
      },
    ]),
    ...Object.entries(queues).map(([name, queue]): [string, Watch] => [
      `${name}Backlog`,
      {
        metric: queue.metricApproximateAgeOfOldestMessage({ period }),
        threshold: BACKLOG_SECONDS,
        periods: 2,
        runbook: "queue-backlog.md",
      },
    ]),
    [
      "ApiErrors",
      {
        metric: api.restApi.metricServerError({ period }),
        threshold: 5,
        periods: 2,
        runbook: "api-errors.md",
      },
    ],
    ...registry.consumers.flatMap(({ spec }) =>
      consumerWatch(spec.id, spec.source, required(functions, spec.id)),
    ),
  ];
}

function consumerWatch(id: string, source: object, { lambda }: ServiceFunction): [string, Watch][] {
  const name = constructId(id);
  if ("stream" in source) {
    const metric = lambda.metric("IteratorAge", { period, statistic: "Maximum" });
    return [
      [
        `${name}Behind`,
        { metric, threshold: STREAM_BEHIND_MILLISECONDS, periods: 2, runbook: "stream-behind.md" },
      ],
    ];
  }
  if (!("schedule" in source)) return [];
  const metric = lambda.metricErrors({ period });
  return [
    [`${name}Fails`, { metric, threshold: 1, periods: 3, runbook: "sweep-fails.md", silenceIsTrouble: true }],
  ];
}

function makeTopic(scope: Construct, email: string): Topic {
  const topic = new Topic(scope, "Topic", { enforceSSL: true });
  topic.grantPublish(new ServicePrincipal("cloudwatch.amazonaws.com"));
  topic.addSubscription(new EmailSubscription(email));
  return topic;
}
