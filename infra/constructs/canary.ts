import { Duration, Stack } from "aws-cdk-lib";
import { Alarm, MathExpression, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { ManagedPolicy, Policy, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type Alias, CfnFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { acknowledge } from "#infra/acknowledge.ts";
import type { Bundle } from "#infra/bundle.ts";
import { constructId } from "#infra/construct-id.ts";
import { ReleaseProbe } from "#infra/constructs/release-probe.ts";
import type { ServiceFunction } from "#infra/constructs/service-function.ts";
import { required } from "#infra/registry.ts";
import type { Stage } from "#infra/stage.ts";
import { PROBED } from "#lib/releases/probed.ts";

interface CanaryProps {
  stage: Stage;
  /** Every function by id; those tried first get an alias here, so the gateway has to be made after. */
  functions: ReadonlyMap<string, ServiceFunction>;
  bundles: ReadonlyMap<string, Bundle>;
  /** Secret with the probe host's key; without it a release is tried on traffic alone. */
  probeSecretArn: string | undefined;
}

const DEPLOYMENT_POLICY = "service-role/AWSCodeDeployRoleForLambdaLimited";

/**
 * Releases in two waves (ADR 0026). The functions all traffic passes, and those that book, get a tenth of it for five minutes, after
 * the probe; only when that went well do the other functions change at all. An alarm takes the first wave back.
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
        "The role CodeDeploy leads traffic over with, as AWS prescribes it.",
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
    holdBack(functions, aliases);
    if (probeSecretArn === undefined) return;
    const { function: probe } = new ReleaseProbe(this, "Probe", {
      ...{ stage, bundles },
      secretArn: probeSecretArn,
      versions: new Map(
        [...aliases].map(([probed]) => [probed, required(functions, probed).lambda.currentVersion]),
      ),
      deploymentGroups: [...groups.values()].map((group) => group.deploymentGroupArn),
    });
    // Apart from the role, for the probe's own role names the deployment groups, and those name the role.
    const asks = new PolicyStatement({
      actions: ["lambda:InvokeFunction"],
      resources: [probe.lambda.functionArn],
    });
    const policy = new Policy(this, "AsksProbe", { roles: [role], statements: [asks] });
    for (const group of groups.values()) group.addPreHook(probe.lambda);
    for (const alias of aliases.values()) alias.node.addDependency(policy);
  }
}

/** The functions that are not tried first change only after those that are. */
function holdBack(
  functions: ReadonlyMap<string, ServiceFunction>,
  aliases: ReadonlyMap<string, Alias>,
): void {
  for (const [id, { lambda }] of functions) {
    if (aliases.has(id)) continue;
    const { defaultChild } = lambda.node;
    if (!(defaultChild instanceof CfnFunction)) throw new Error(`${id} has no resource`);
    for (const alias of aliases.values()) defaultChild.node.addDependency(alias);
  }
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
