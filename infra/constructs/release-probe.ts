import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Version } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Bundle } from "#infra/bundle.ts";
import { ServiceFunction } from "#infra/constructs/service-function.ts";
import { required } from "#infra/registry.ts";
import type { Stage } from "#infra/stage.ts";
import type { ProbedId } from "#lib/workers/releases/probed.ts";

/** The source file of the probe. The registry does not contain it, because it is not an endpoint. */
export const PROBE = { file: "lib/workers/releases/probe.ts", spec: { id: "release-probe" } };

interface ReleaseProbeProps {
  stage: Stage;
  bundles: ReadonlyMap<string, Bundle>;
  secretArn: string;
  /** The versions of the new release, which get no traffic yet. */
  versions: ReadonlyMap<ProbedId, Version>;
  /** ARNs of the deployment groups that call the probe. */
  deploymentGroups: readonly string[];
}

const TIMEOUT_SECONDS = 60;

/** The function that creates and cancels a booking of the probe host with the new release, and reports the result to CodeDeploy. */
export class ReleaseProbe extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: ReleaseProbeProps) {
    super(scope, id);
    const versions = Object.fromEntries([...props.versions].map(([name, one]) => [name, one.functionArn]));
    const allow = (action: string, resources: readonly string[]) =>
      new PolicyStatement({ actions: [action], resources: [...resources] });
    this.function = new ServiceFunction(this, "ReleaseProbe", {
      stage: props.stage,
      summary: "Books and cancels on the probe host with a release that gets no traffic yet",
      directory: required(props.bundles, PROBE.spec.id).directory,
      timeoutSeconds: TIMEOUT_SECONDS,
      environment: { PROBE_SECRET_ARN: props.secretArn, PROBED_VERSIONS: JSON.stringify(versions) },
      statements: [
        allow("secretsmanager:GetSecretValue", [props.secretArn]),
        allow("lambda:InvokeFunction", Object.values(versions)),
        allow("codedeploy:PutLifecycleEventHookExecutionStatus", props.deploymentGroups),
      ],
    });
  }
}
