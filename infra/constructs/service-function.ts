import { Duration, Stack } from "aws-cdk-lib";
import {
  type IManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import {
  Alias,
  Architecture,
  Code,
  type IVersion,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { acknowledge } from "#infra/acknowledge.ts";
import { serviceName } from "#infra/constructs/service-name.ts";
import { removalPolicy, type Stage } from "#infra/stage.ts";

interface ServiceFunctionProps {
  stage: Stage;
  summary: string;
  /** Folder of the bundle. */
  directory: string;
  timeoutSeconds: number;
  /** Whether Lambda must not stop it when it calls itself through queues. */
  allowsRecursion?: boolean;
  environment: Record<string, string>;
  /** The permissions of the function, in addition to writing its log. */
  statements: PolicyStatement[];
  /** A policy with denied actions, which override the statements. */
  standbyPolicy?: IManagedPolicy | undefined;
}

/** The name of a function's alias. */
export const ALIAS = "live";
const MEMORY_MIB = 1024;

/** A Lambda function with its own role and log group. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;
  #live: Alias | undefined;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, "Log", {
      retention: props.stage.logRetention,
      removalPolicy: removalPolicy(props.stage),
    });
    this.role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      ...(props.standbyPolicy && { managedPolicies: [props.standbyPolicy] }),
      inlinePolicies: {
        permissions: new PolicyDocument({
          statements: [...props.statements, allowLogging(logGroup), ...(props.stage.tracing ? [TRACES] : [])],
          minimize: false,
        }),
      },
    });
    if (props.stage.tracing)
      acknowledge(this.role, {
        "AwsSolutions-IAM5[Resource::*]": "Actions of X-Ray have no resource types.",
      });
    this.lambda = new LambdaFunction(this, "Function", {
      description: props.summary,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: MEMORY_MIB,
      handler: "index.handler",
      code: Code.fromAsset(props.directory),
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(props.allowsRecursion && { recursiveLoop: RecursiveLoop.ALLOW }),
      environment: { ...props.environment, STACK_NAME: serviceName(this) },
      role: this.role.withoutPolicyUpdates(),
      tracing: props.stage.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      logGroup,
    });
  }

  /** Creates an alias of the current version. The gateway then invokes the alias, so that traffic can be shifted gradually. */
  addAlias(): Alias {
    // CDK's classes may return undefined for optional properties of their interfaces.
    const version = this.lambda.currentVersion as IVersion;
    this.#live = new Alias(this, "Live", { aliasName: ALIAS, version });
    return this.#live;
  }

  /** The URI with which the gateway invokes the function. Only the later API version streams the response. */
  invocationUri(mode: "buffered" | "streamed"): string {
    const { partition, region } = Stack.of(this);
    const [version, action] =
      mode === "streamed" ? ["2021-11-15", "response-streaming-invocations"] : ["2015-03-31", "invocations"];
    const { functionArn } = this.#live ?? this.lambda;
    return `arn:${partition}:apigateway:${region}:lambda:path/${version}/functions/${functionArn}/${action}`;
  }
}

const TRACES = new PolicyStatement({
  actions: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
  resources: ["*"],
});

const allowLogging = (logGroup: LogGroup): PolicyStatement =>
  new PolicyStatement({
    actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
    resources: [logGroup.logGroupArn],
  });
