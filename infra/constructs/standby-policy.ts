import { Effect, type IManagedPolicy, ManagedPolicy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Settings } from "#infra/settings.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";

/**
 * Writes to the table. Reading queues and streams stays allowed, because Lambda rejects an event source mapping whose function lacks
 * the permission, and a standby has disabled mappings.
 */
const TABLE_CHANGES = [
  "dynamodb:BatchWriteItem",
  "dynamodb:DeleteItem",
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
];
/** An action that no function calls, because a policy must have a statement. */
const UNUSED_ACTIONS = ["dynamodb:DeleteTable"];

/** Whether the service has, or is, a second region. */
const hasTwoRegions = ({ standby, standbyRegion, replicaStreamArn }: Settings): boolean =>
  standby || standbyRegion !== undefined || replicaStreamArn !== undefined;

/**
 * Creates the policy that every function of a service with two regions has. In a standby it denies what only the home region may do,
 * regardless of the roles (ADR 0030). It is one resource, so that one IAM call makes a home region read-only that can't be deployed to.
 */
export function createStandbyPolicy(
  scope: Construct,
  { settings, data }: { settings: Settings; data: DataStack },
): IManagedPolicy | undefined {
  if (!hasTwoRegions(settings)) return undefined;
  const deny = (actions: string[], resources: string[]) =>
    new PolicyStatement({ effect: Effect.DENY, actions, resources });
  return new ManagedPolicy(scope, "StandbyPolicy", {
    description: "Denies writes while another region is the home region",
    statements: settings.standby
      ? [
          deny([...TABLE_CHANGES, "ses:SendEmail", "ses:SendRawEmail"], ["*"]),
          // Without secrets nothing can be sent to webhooks. Other keys stay allowed: Lambda decrypts environment variables with the role.
          deny(["kms:Decrypt"], [data.secrets.keyArn]),
          deny(["sqs:SendMessage"], writableQueues(data)),
        ]
      : [deny(UNUSED_ACTIONS, ["*"])],
  });
}

/** All queues that functions send to, except the dead letters of the stream: its mappings require that permission, as above. */
const writableQueues = ({
  events,
  deliveries,
  timers,
  calendarWrites,
  calendars,
  mails,
  payments,
}: DataStack): string[] =>
  [
    events.queue,
    deliveries.queue,
    timers.queue,
    calendarWrites.queue,
    calendars.queue,
    ...(mails ? [mails.queue] : []),
    payments.deadLetters,
  ].map(({ queueArn }) => queueArn);
