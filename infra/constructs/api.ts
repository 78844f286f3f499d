import { Stack } from "aws-cdk-lib";
import {
  AccessLogFormat,
  ApiDefinition,
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
import { type Entry, type Registry, required } from "#infra/registry.ts";
import type { Settings } from "#infra/settings.ts";
import { removalPolicy, type Stage } from "#infra/stage.ts";
import { PROBED } from "#lib/releases/probed.ts";

interface ApiProps {
  stage: Stage;
  settings: Settings;
  registry: Registry;
  /** Every function by id. */
  functions: ReadonlyMap<string, ServiceFunction>;
}

/** One line per call, the gateway's own refusals included. Never the query: it may hold an API key. */
const ACCESS_LINE = {
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

/** The REST API in front of the functions, made from one document. Its stage `v1` is the version of the interface. */
export class Api extends Construct {
  readonly restApi: SpecRestApi;
  /** Where the service is, without a slash at the end: at the operator's own domain if there is one. */
  readonly address: string;
  /** Where the operator's own domain is in this region, for a record that leads there. */
  readonly domainOutputs: Record<string, string> = {};

  constructor(scope: Construct, id: string, { stage, settings, registry, functions }: ApiProps) {
    super(scope, id);
    const invocationRole = makeInvocationRoles(this, registry, functions);
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
      // The dimension of its metrics: two stages of an account must not share one.
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
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LINE)),
      },
    });
    // The stack has an output BaseUrl; the construct would add one of its own.
    this.restApi.node.tryRemoveChild("Endpoint");
    acknowledgeFindings(this.restApi, settings);
    const { domainName, hostedZoneId, replicaStreamArn } = settings;
    this.address =
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
 * The ARN of the role that invokes a function. One role for reads and one for writes saves a permission resource per method; a single
 * role for all would exceed the size limit of its policies.
 */
function makeInvocationRoles(
  scope: Construct,
  registry: Registry,
  functions: ReadonlyMap<string, ServiceFunction>,
): (functionId: string) => string {
  const { reads = [], writes = [] } = Object.groupBy(registry.endpoints, ({ spec }) =>
    spec.route.startsWith("GET ") ? "reads" : "writes",
  );
  const roleFor = (id: string, entries: readonly Entry[]) => {
    const ids = entries.map(({ spec }) => spec.id);
    const { roleArn } = makeInvocationRole(scope, id, { ids, functions });
    return ids.map((functionId) => [functionId, roleArn] as const);
  };
  const arns = new Map([
    ...roleFor("ReadInvocationRole", [...reads, registry.authorizer, registry.fallback]),
    ...roleFor("WriteInvocationRole", writes),
  ]);
  return (functionId) => required(arns, functionId);
}

interface Invoked {
  ids: readonly string[];
  functions: ReadonlyMap<string, ServiceFunction>;
}

function makeInvocationRole(scope: Construct, id: string, { ids, functions }: Invoked): Role {
  const arnOf = (functionId: string) => required(functions, functionId).lambda.functionArn;
  const invoke = new PolicyStatement({
    actions: ["lambda:InvokeFunction"],
    resources: [
      ...ids.map(arnOf),
      // With and without a canary, so that none is refused while it is switched on or off.
      ...PROBED.filter((probed) => ids.includes(probed)).map((probed) => `${arnOf(probed)}:${ALIAS}`),
    ],
  });
  return new Role(scope, id, {
    assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
    inlinePolicies: { functions: new PolicyDocument({ statements: [invoke] }) },
  });
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
