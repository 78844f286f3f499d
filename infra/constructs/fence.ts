import { Effect, type IManagedPolicy, ManagedPolicy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Settings } from "#infra/settings.ts";

/** What changes something, or takes work in hand that another region does. */
const HOME_ALONE = [
  "dynamodb:DeleteItem",
  "dynamodb:GetRecords",
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "sqs:ReceiveMessage",
  "sqs:SendMessage",
];
/** What no function does anywhere: a policy has to say something. */
const NOWHERE = ["dynamodb:DeleteTable"];

/** Whether the service has, or is, a second region. */
const hasTwoRegions = ({ standby, standbyRegion, replicaStreamArn }: Settings): boolean =>
  standby || standbyRegion !== undefined || replicaStreamArn !== undefined;

/**
 * The policy that every function of a service with two regions has: in a standby it denies whatever only the home may do, whatever else
 * their roles allow (ADR 0030). It is one resource, so that one call to IAM fences a home whose region can't be deployed to.
 */
export function makeFence(scope: Construct, settings: Settings): IManagedPolicy | undefined {
  if (!hasTwoRegions(settings)) return undefined;
  return new ManagedPolicy(scope, "Fence", {
    description: "What functions may not do, as long as their region is not the home",
    statements: [
      new PolicyStatement({
        effect: Effect.DENY,
        actions: settings.standby ? HOME_ALONE : NOWHERE,
        resources: ["*"],
      }),
    ],
  });
}
