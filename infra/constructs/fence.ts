import { Effect, type IManagedPolicy, ManagedPolicy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Settings } from "#infra/settings.ts";
import type { DataStack } from "#infra/stacks/data-stack.ts";

/**
 * Changes of the table. Reading queues and streams stays allowed: Lambda creates no reader whose function may not, and a standby has
 * them, switched off.
 */
const TABLE_CHANGES = ["dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:UpdateItem"];
/** What no function does anywhere: a policy has to say something. */
const NOWHERE = ["dynamodb:DeleteTable"];

/** Whether the service has, or is, a second region. */
const hasTwoRegions = ({ standby, standbyRegion, replicaStreamArn }: Settings): boolean =>
  standby || standbyRegion !== undefined || replicaStreamArn !== undefined;

/**
 * The policy that every function of a service with two regions has: in a standby it denies whatever only the home may do, whatever else
 * their roles allow (ADR 0030). It is one resource, so that one call to IAM fences a home whose region can't be deployed to.
 */
export function createFence(
  scope: Construct,
  { settings, data }: { settings: Settings; data: DataStack },
): IManagedPolicy | undefined {
  if (!hasTwoRegions(settings)) return undefined;
  const deny = (actions: string[], resources: string[]) =>
    new PolicyStatement({ effect: Effect.DENY, actions, resources });
  return new ManagedPolicy(scope, "Fence", {
    description: "Denies writes while another region is the home region",
    statements: settings.standby
      ? [
          deny(TABLE_CHANGES, ["*"]),
          // Nothing is signed and sent to webhooks without their secrets. Not every key: Lambda decrypts environment variables as the role.
          deny(["kms:Decrypt"], [data.secrets.keyArn]),
          deny(["sqs:SendMessage"], queuesWrittenTo(data)),
        ]
      : [deny(NOWHERE, ["*"])],
  });
}

/** All queues but the dead letters of the stream, which its readers have to be allowed to write to, as above. */
const queuesWrittenTo = ({ events, deliveries, timers, payments }: DataStack): string[] =>
  [events.queue, deliveries.queue, timers.queue, payments.deadLetters].map(({ queueArn }) => queueArn);
