import { Stack } from "aws-cdk-lib";
import {
  AccessLogFormat,
  ApiDefinition,
  CfnStage,
  EndpointType,
  LogGroupLogDestination,
  SpecRestApi,
} from "aws-cdk-lib/aws-apigateway";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { acknowledge } from "#infra/acknowledge.ts";
import { Domain } from "#infra/constructs/domain.ts";
import { ALIAS, type ServiceFunction } from "#infra/constructs/service-function.ts";
import { methodThrottles, throttleOf } from "#infra/constructs/throttles.ts";
import { WebAcl } from "#infra/constructs/web-acl.ts";
import { gatewayDocument } from "#infra/gateway/document.ts";
import { type Entry, isRead, type Registry, required } from "#infra/registry.ts";
import type { Settings } from "#infra/settings.ts";
import { removalPolicy, type Stage } from "#infra/stage.ts";
import { PROBED } from "#lib/workers/releases/probed.ts";

interface ApiProps {
  stage: Stage;
  settings: Settings;
  registry: Registry;
  /** Every function by id. */
  functions: ReadonlyMap<string, ServiceFunction>;
}

/** The access log: one line per call, including calls that the gateway rejects. It has no query string, which can contain an API key. */
const ACCESS_LOG_FORMAT = {
  requestId: "$context.extendedRequestId",
  at: "$context.requestTime",
  method: "$context.httpMethod",
  route: "$context.resourcePath",
  status: "$context.status",
  milliseconds: "$context.responseLatency",
  bytes: "$context.responseLength",
  gatewayError: "$context.error.responseType",
  integrationError: "$context.integration.error",
};

/** The REST API of the functions, created from one OpenAPI document. The name of its stage, `v1`, is the version of the API. */
export class Api extends Construct {
  readonly restApi: SpecRestApi;
  /** URL of the service, without a trailing slash; on the operator's own domain if one is set. */
  readonly baseUrl: string;
  /** Stack outputs with the target of a DNS record for the operator's own domain, in this region. */
  readonly domainOutputs: Record<string, string> = {};

  constructor(scope: Construct, id: string, { stage, settings, registry, functions }: ApiProps) {
    super(scope, id);
    const invocationRole = createInvocationRoles(this, registry, functions);
    const document = gatewayDocument(registry, {
      name: Stack.of(this).stackName,
      invocationRole,
      invocationUri: (functionId, mode) => required(functions, functionId).invocationUri(mode),
    });
    const accessLog = new LogGroup(this, "AccessLog", {
      retention: stage.logRetention,
      removalPolicy: removalPolicy(stage),
    });
    this.restApi = new SpecRestApi(this, "RestApi", {
      // The name is the dimension of the API's metrics, so it must differ between stages in one account.
      restApiName: Stack.of(this).stackName,
      disableExecuteApiEndpoint: !settings.defaultEndpoint,
      apiDefinition: ApiDefinition.fromInline(document),
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: true,
      deployOptions: {
        stageName: "v1",
        ...throttleOf(settings.throttleRate),
        methodOptions: methodThrottles(registry, settings),
        tracingEnabled: settings.tracing,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FORMAT)),
      },
    });
    omitDataTrace(this.restApi);
    // The stack has the output BaseUrl instead of this one.
    this.restApi.node.tryRemoveChild("Endpoint");
    acknowledgeFindings(this.restApi, settings);
    const { domainName, hostedZoneId, replicaStreamArn } = settings;
    this.baseUrl =
      domainName === undefined ? this.restApi.urlForPath().replace(/\/$/, "") : `https://${domainName}/v1`;
    if (domainName !== undefined && hostedZoneId !== undefined) {
      const hasRecords = replicaStreamArn === undefined;
      const { target } = new Domain(this, "Domain", {
        ...{ restApi: this.restApi, domainName, hostedZoneId, hasRecords },
      });
      this.domainOutputs = { DomainTarget: target.dnsName, DomainTargetZone: target.hostedZoneId };
    }
    if (settings.waf)
      new WebAcl(this, "WebAcl", {
        restApi: this.restApi,
        requestsPerAddress: settings.wafRequestsPerAddress,
      });
  }
}

/**
 * Creates the roles with which the gateway invokes functions, and returns the role ARN of a function. Roles replace one permission
 * resource per method; there are two, for reads and writes, because one policy for all functions would exceed its size limit.
 */
function createInvocationRoles(
  scope: Construct,
  registry: Registry,
  functions: ReadonlyMap<string, ServiceFunction>,
): (functionId: string) => string {
  const { endpoints, authorizer, fallback } = registry;
  const { reads = [], writes = [] } = Object.groupBy([...endpoints, authorizer, fallback], ({ spec }) =>
    isRead(spec) ? "reads" : "writes",
  );
  const roleFor = (id: string, entries: readonly Entry[]) => {
    const ids = entries.map(({ spec }) => spec.id);
    const { roleArn } = createInvocationRole(scope, id, { ids, functions });
    return ids.map((functionId) => [functionId, roleArn] as const);
  };
  const arns = new Map([...roleFor("ReadInvocationRole", reads), ...roleFor("WriteInvocationRole", writes)]);
  return (functionId) => required(arns, functionId);
}

interface InvocationTargets {
  ids: readonly string[];
  functions: ReadonlyMap<string, ServiceFunction>;
}

function createInvocationRole(scope: Construct, id: string, { ids, functions }: InvocationTargets): Role {
  const arnOf = (functionId: string) => required(functions, functionId).lambda.functionArn;
  const invoke = new PolicyStatement({
    actions: ["lambda:InvokeFunction"],
    resources: [
      ...ids.map(arnOf),
      // Also without a canary, so that no call fails while the canary is switched on or off.
      ...PROBED.filter((probed) => ids.includes(probed)).map((probed) => `${arnOf(probed)}:${ALIAS}`),
    ],
  });
  return new Role(scope, id, {
    assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
    inlinePolicies: { functions: new PolicyDocument({ statements: [invoke] }) },
  });
}

/** Omits a default from each throttle: API Gateway rejects an update of a stage with about a hundred values ("Update size too large"). */
function omitDataTrace({ deploymentStage: { node } }: SpecRestApi): void {
  const { defaultChild } = node;
  if (!(defaultChild instanceof CfnStage) || !Array.isArray(defaultChild.methodSettings))
    throw new Error("the stage has no throttles");
  for (const index of defaultChild.methodSettings.keys())
    defaultChild.addPropertyDeletionOverride(`MethodSettings.${index}.DataTraceEnabled`);
}

function acknowledgeFindings(restApi: SpecRestApi, { waf }: Settings): void {
  acknowledge(restApi, {
    "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]":
      "The role a region's API Gateway writes its logs with, as AWS prescribes it.",
    "AwsSolutions-APIG2": "Each function parses its input with the schema of its endpoint.",
    ...(!waf && { "AwsSolutions-APIG3": "A web ACL costs by the month; the setting `waf` adds it." }),
    "AwsSolutions-APIG6":
      "Execution logs hold query strings, and a query may hold an API key; the access log does not.",
  });
}
