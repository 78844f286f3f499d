import { Duration, Stack } from "aws-cdk-lib";
import { Alarm, MathExpression, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { ManagedPolicy, Policy, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Alias } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { acknowledge } from "#infra/acknowledge.ts";
import type { Bundle } from "#infra/bundle.ts";
import { constructId } from "#infra/construct-id.ts";
import { ReleaseProbe } from "#infra/constructs/release-probe.ts";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import { required } from "#infra/registry.ts";
import type { Stage } from "#infra/stage.ts";
import { PROBED } from "#lib/workers/releases/probed.ts";

interface CanaryProps {
  stage: Stage;
  /** Every function by id. The probed ones get an alias here, so the API must be created afterwards. */
  functions: ReadonlyMap<string, ServiceFunction>;
  bundles: ReadonlyMap<string, Bundle>;
  /** Secret with the API key of the probe host; without it, a release is tested with traffic only. */
  probeSecretArn: string | undefined;
}

const DEPLOYMENT_POLICY = "service-role/AWSCodeDeployRoleForLambdaLimited";

/**
 * Releases in two steps (ADR 0026). First the probed functions, which handle every call or create bookings: after the probe, the new
 * version gets a tenth of the traffic for five minutes. The other functions are updated only if this succeeds. An alarm rolls the first
 * step back.
 */
export class Canary extends Construct {
  /** Fires when at least three calls of a minute, and more than 0.5 % of them, fail with a server error. */
  readonly alarm: Alarm;

  constructor(scope: Construct, id: string, { stage, functions, bundles, probeSecretArn }: CanaryProps) {
    super(scope, id);
    this.alarm = releaseAlarm(this);
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("codedeploy.amazonaws.com"),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(DEPLOYMENT_POLICY)],
    });
    acknowledge(role, {
      [`AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${DEPLOYMENT_POLICY}]`]:
        "The role with which CodeDeploy shifts traffic has the policy that AWS prescribes.",
    });
    const application = new LambdaApplication(this, "Application");
    const aliases = new Map(PROBED.map((probed) => [probed, required(functions, probed).addAlias()]));
    const groups = new Map(
      [...aliases].map(([probed, alias]) => [
        probed,
        new LambdaDeploymentGroup(this, constructId(probed), {
          ...{ application, alias },
          role: role.withoutPolicyUpdates(),
          alarms: [this.alarm],
          deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
          autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
        }),
      ]),
    );
    updateAfterAliases(functions, aliases);
    if (probeSecretArn === undefined) return;
    const { function: probe } = new ReleaseProbe(this, "Probe", {
      ...{ stage, bundles },
      secretArn: probeSecretArn,
      versions: new Map(
        [...aliases].map(([probed]) => [probed, required(functions, probed).lambda.currentVersion]),
      ),
      deploymentGroups: [...groups.values()].map((group) => group.deploymentGroupArn),
    });
    // A separate policy avoids a cycle: the probe's role refers to the deployment groups, and these refer to this role.
    const invokeProbe = new PolicyStatement({
      actions: ["lambda:InvokeFunction"],
      resources: [probe.lambda.functionArn],
    });
    const policy = new Policy(this, "AsksProbe", { roles: [role], statements: [invokeProbe] });
    for (const group of groups.values()) group.addPreHook(probe.lambda);
    for (const alias of aliases.values()) alias.node.addDependency(policy);
  }
}

/** Makes CloudFormation update the nested stacks with the other functions only after the functions with an alias. */
function updateAfterAliases(
  functions: ReadonlyMap<string, ServiceFunction>,
  aliases: ReadonlyMap<string, Alias>,
): void {
  const stacks = new Set([...functions.values()].map(({ lambda }) => Stack.of(lambda)));
  for (const { nestedStackResource } of stacks) nestedStackResource?.node.addDependency(...aliases.values());
}

function releaseAlarm(scope: Construct): Alarm {
  const metric = (metricName: string) =>
    new Metric({
      namespace: "AWS/ApiGateway",
      metricName,
      dimensionsMap: { ApiName: Stack.of(scope).stackName },
      statistic: "Sum",
      period: Duration.minutes(1),
    });
  return new Alarm(scope, "ReleaseErrors", {
    alarmDescription:
      "Several calls within a minute failed: a release in progress is rolled back. See docs/runbooks/release-rolled-back.md",
    metric: new MathExpression({
      label: "server errors, if at least 3 and more than 0.5 % of calls",
      expression: "IF(errors >= 3 AND errors / calls > 0.005, errors, 0)",
      usingMetrics: { errors: metric("5XXError"), calls: metric("Count") },
      period: Duration.minutes(1),
    }),
    threshold: 1,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}
